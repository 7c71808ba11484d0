import { Modal } from '@mantine/core'
import type { adminCalendar } from '@vypusk/contract'
import { useMemo, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { toast } from '../../../components/kit/feedback/toast.tsx'
import { whenDone } from '../../../components/kit/feedback/when-done.ts'
import { formatDay, today } from '../../../ui/dates.ts'
import { DayForm } from './DayForm.tsx'
import { MonthGrid } from './MonthGrid.tsx'
import { useSetDay } from './api.ts'
import classes from './calendar.module.css'
import { KIND_KEYS, dayAfterKey, yearDayInWords, kindOf, minutesOfKind, monthsOf } from './days.ts'

type YearDay = adminCalendar.YearDay

/** Twelve months: arrow keys move by days, Enter opens a day, a digit sets its kind. */
export function YearGrid({ days }: { days: readonly YearDay[] }) {
  const months = useMemo(() => monthsOf(days), [days])
  const [held, setHeld] = useState(() => days.find(({ day }) => day === today())?.day ?? days[0]?.day ?? '')
  const [open, setOpen] = useState<string | null>(null)
  const grid = useRef<HTMLDivElement>(null)
  const { mutateAsync, isPending } = useSetDay()
  const opened = days.find(({ day }) => day === open)

  const focus = (day: string) => grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus()
  const save = (one: YearDay, minutes: number | null, name: string) =>
    whenDone(mutateAsync({ day: one.day, minutes, name }), () => {
      const back = { day: one.day, minutes: one.is_special ? one.minutes : null, name: one.name }
      toast.undo(`Изменено: ${formatDay(one.day)}`, () => whenDone(mutateAsync(back)))
    })
  const onKey = (event: KeyboardEvent<HTMLButtonElement>, one: YearDay) => {
    const to = dayAfterKey(days, one.day, event.key)
    const kind = KIND_KEYS[event.key]
    if (to !== null) {
      setHeld(to)
      focus(to)
    } else if (kind !== undefined && kind !== kindOf(one)) save(one, minutesOfKind(kind), '')
    else if (kind === undefined) return
    event.preventDefault()
  }
  return (
    <div className={classes.scroll} data-place="year">
      <p className={classes.hint}>
        Нажмите на день.{' '}
        <span className={classes.keys}>
          С клавиатуры: стрелки, Enter, <kbd>1</kbd> выходной, <kbd>2</kbd> сокращённый, <kbd>3</kbd> рабочий,{' '}
          <kbd>Delete</kbd> обычный.
        </span>
      </p>
      <div ref={grid} className={classes.year}>
        {months.map((month) => (
          <MonthGrid
            key={month.number}
            month={month}
            held={held}
            open={open}
            onOpen={(day) => (setHeld(day), setOpen(day))}
            onKey={onKey}
          />
        ))}
      </div>
      <Modal
        opened={opened !== undefined}
        onClose={() => setOpen(null)}
        size="xs"
        title={opened && yearDayInWords(opened)}
      >
        {opened && (
          <DayForm
            key={opened.day}
            day={opened}
            isSaving={isPending}
            onSave={(minutes, name) => (save(opened, minutes, name), setOpen(null))}
          />
        )}
      </Modal>
    </div>
  )
}
