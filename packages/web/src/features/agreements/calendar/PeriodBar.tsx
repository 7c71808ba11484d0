import { Button, SegmentedControl } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { today } from '../../../ui/dates.ts'
import { IconAction } from '../../../ui/IconAction.tsx'
import classes from './Calendar.module.css'
import type { CalendarView, Period } from './period.ts'
import type { usePlace } from './usePlace.ts'

const VIEW_NAMES: { value: CalendarView; label: string }[] = [
  { value: 'month', label: 'Месяц' },
  { value: 'week', label: 'Неделя' },
  { value: 'list', label: 'Список' },
]

interface PeriodBarProps {
  period: Period
  place: ReturnType<typeof usePlace>
}

/** The period shown, and buttons for other periods. */
export const PeriodBar = ({ period, place: { view, go } }: PeriodBarProps) => (
  <div className={classes.bar}>
    <IconAction
      label={view === 'week' ? 'Предыдущая неделя' : 'Предыдущий месяц'}
      onClick={() => go({ day: period.previous })}
    >
      <IconChevronLeft size={17} />
    </IconAction>
    <IconAction
      label={view === 'week' ? 'Следующая неделя' : 'Следующий месяц'}
      onClick={() => go({ day: period.next })}
    >
      <IconChevronRight size={17} />
    </IconAction>
    <h2 className={classes.period} aria-live="polite">
      {period.title}
    </h2>
    <Button variant="default" size="compact-sm" onClick={() => go({ day: today() })}>
      Сегодня
    </Button>
    <SegmentedControl
      size="xs"
      ml="auto"
      aria-label="Вид календаря"
      data={VIEW_NAMES}
      value={view}
      onChange={(next) => go({ view: next })}
    />
  </div>
)
