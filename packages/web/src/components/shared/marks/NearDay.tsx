import { formatDay, nearDay } from '../../../ui/dates.ts'
import classes from './NearDay.module.css'
import { useToday } from '../../../ui/useToday.ts'

interface NearDayProps {
  day: string | null
  /** The zone of the clock that the day is read by; the installation's if it is left out. */
  by?: string
  late?: boolean
  withdrawn?: boolean
}

/**
 * «22.12.2026», with near days also in words; `late` marks a day that should not have passed, `withdrawn` one on which
 * nothing is installed any more.
 */
export function NearDay({ day, by, late = false, withdrawn = false }: NearDayProps) {
  const now = useToday(by)
  if (!day) return <span className={classes.none}>–</span>
  const near = withdrawn ? 'снята' : nearDay(day, now)
  return (
    <span className={late ? classes.late : undefined}>
      {late && '▲ '}
      {formatDay(day)}
      {near && <span className={classes.near}> {near}</span>}
    </span>
  )
}
