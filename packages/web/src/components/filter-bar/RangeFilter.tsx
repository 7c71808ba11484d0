import '@mantine/dates/styles.layer.css'
import { Button, Group, Popover } from '@mantine/core'
import { DateInput } from '@mantine/dates'
import dayjs from 'dayjs'
import { useState } from 'react'
import { formatRange } from '../../ui/dates.ts'
import { Chip } from './Chip.tsx'

interface Range {
  from: string | null
  to: string | null
}

interface RangeFilterProps {
  label: string
  value: Range
  onChange: (value: Range) => void
}

const DAY = 'YYYY-MM-DD'

const ready = (): { label: string; range: Range }[] => {
  const now = dayjs()
  const to = now.format(DAY)
  return [
    { label: '7 дней', range: { from: now.subtract(6, 'day').format(DAY), to } },
    { label: '30 дней', range: { from: now.subtract(29, 'day').format(DAY), to } },
    { label: 'Этот месяц', range: { from: now.startOf('month').format(DAY), to: now.endOf('month').format(DAY) } },
    { label: 'Этот год', range: { from: now.startOf('year').format(DAY), to: now.endOf('year').format(DAY) } },
  ]
}

/** A chip with two days, both included; either side may stay open. */
export function RangeFilter({ label, value, onChange }: RangeFilterProps) {
  const [opened, setOpened] = useState(false)
  const text = formatRange(value.from, value.to)
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" width={300} trapFocus>
      <Popover.Target>
        <Chip
          label={label}
          summary={text || null}
          onClick={() => setOpened(!opened)}
          onClear={() => onChange({ from: null, to: null })}
        />
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <Group gap={6} mb="sm">
          {ready().map(({ label: name, range }) => (
            <Button key={name} variant="default" size="compact-xs" onClick={() => (onChange(range), setOpened(false))}>
              {name}
            </Button>
          ))}
        </Group>
        <Group grow gap="xs" align="flex-start">
          <DateInput
            label="С"
            value={value.from}
            maxDate={value.to ?? undefined}
            clearable
            popoverProps={{ withinPortal: false }}
            onChange={(from) => onChange({ ...value, from })}
          />
          <DateInput
            label="По"
            value={value.to}
            minDate={value.from ?? undefined}
            clearable
            popoverProps={{ withinPortal: false }}
            onChange={(to) => onChange({ ...value, to })}
          />
        </Group>
      </Popover.Dropdown>
    </Popover>
  )
}
