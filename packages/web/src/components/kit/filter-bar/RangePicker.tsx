import '@mantine/dates/styles.layer.css'
import { Button, Group } from '@mantine/core'
import { DateInput } from '@mantine/dates'
import dayjs from 'dayjs'
import { useEffect, useRef } from 'react'
import { FIRST_DAY, LAST_DAY } from '@vypusk/contract'
import { today } from '../../../ui/dates.ts'
import { markToday } from '../fields/mark-today.ts'
import { useShownMonth } from '../fields/useShownMonth.ts'

/** Calendar days, both inclusive; either side may be open. */
export interface Range {
  from: string | null
  to: string | null
}

interface RangePickerProps {
  value: Range
  onChange: (value: Range) => void
  onDone: () => void
}

const DAY = 'YYYY-MM-DD'

const ready = (): { label: string; range: Range }[] => {
  const to = today()
  const now = dayjs(to)
  return [
    { label: '7 дней', range: { from: now.subtract(6, 'day').format(DAY), to } },
    { label: '30 дней', range: { from: now.subtract(29, 'day').format(DAY), to } },
    { label: 'Этот месяц', range: { from: now.startOf('month').format(DAY), to: now.endOf('month').format(DAY) } },
    { label: 'Этот год', range: { from: now.startOf('year').format(DAY), to: now.endOf('year').format(DAY) } },
  ]
}

/**
 * The first field has the focus when its panel opens. Loaded only after that, it takes the focus over from the panel,
 * which has it meanwhile, but not from anything the person has gone on to.
 */
function useFirstField() {
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const held = document.activeElement
    if (held?.matches('[role=dialog]') && held.contains(first.current)) first.current?.focus()
  }, [])
  return first
}

/** Predefined ranges, and two days to type or pick. */
export function RangePicker({ value, onChange, onDone }: RangePickerProps) {
  const first = useFirstField()
  const ofFrom = useShownMonth({ maxDate: value.to ?? LAST_DAY })
  const ofTo = useShownMonth({ minDate: value.from ?? FIRST_DAY })
  return (
    <>
      <Group gap={6} mb="sm">
        {ready().map(({ label, range }) => (
          <Button key={label} variant="default" size="compact-xs" onClick={() => (onChange(range), onDone())}>
            {label}
          </Button>
        ))}
      </Group>
      <Group grow gap="xs" align="flex-start">
        <DateInput
          ref={first}
          label="С"
          data-autofocus
          value={value.from}
          minDate={FIRST_DAY}
          maxDate={value.to ?? LAST_DAY}
          getDayProps={markToday}
          {...ofFrom}
          clearable
          popoverProps={{ withinPortal: false }}
          onChange={(from) => onChange({ ...value, from })}
        />
        <DateInput
          label="По"
          value={value.to}
          minDate={value.from ?? FIRST_DAY}
          maxDate={LAST_DAY}
          getDayProps={markToday}
          {...ofTo}
          clearable
          popoverProps={{ withinPortal: false }}
          onChange={(to) => onChange({ ...value, to })}
        />
      </Group>
    </>
  )
}
