import { Loader, Popover } from '@mantine/core'
import { Suspense, lazy, useRef, useState } from 'react'
import { formatRange } from '../../../ui/dates.ts'
import { Chip } from './Chip.tsx'
import type { Range } from './RangePicker.tsx'

/** The calendar is loaded when it is first opened. */
const RangePicker = lazy(async () => ({ default: (await import('./RangePicker.tsx')).RangePicker }))

interface RangeFilterProps {
  label: string
  value: Range
  onChange: (value: Range) => void
}

/** A chip for a range of days. */
export function RangeFilter({ label, value, onChange }: RangeFilterProps) {
  const chip = useRef<HTMLButtonElement>(null)
  const [opened, setOpened] = useState(false)
  const text = formatRange(value.from, value.to)
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" width={310} withinPortal={false} trapFocus>
      <Popover.Target>
        <Chip
          ref={chip}
          label={label}
          summary={text || null}
          onClick={() => setOpened(!opened)}
          onClear={() => onChange({ from: null, to: null })}
        />
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <Suspense fallback={<Loader size="sm" role="status" aria-label="Загрузка" />}>
          <RangePicker value={value} onChange={onChange} onDone={() => (setOpened(false), chip.current?.focus())} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
