import { formatDay, nearDay } from '../../../ui/dates.ts'
import classes from './NearDay.module.css'

/** «22.12.2026», with near days also in words; `late` marks a day that should not have passed. */
export function NearDay({ day, late = false }: { day: string | null; late?: boolean }) {
  if (!day) return <span className={classes.none}>–</span>
  const near = nearDay(day)
  return (
    <span className={late ? classes.late : undefined}>
      {late && '▲ '}
      {formatDay(day)}
      {near && <span className={classes.near}> {near}</span>}
    </span>
  )
}
