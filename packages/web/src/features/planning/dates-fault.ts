import { DAY_BOUNDS, isKnownDay, releases } from '@vypusk/contract'
import { ENDS_EARLY } from './texts.ts'

export interface Dates {
  start_date: string
  plan_date: string
}

/** Why a release does not take the dates, as the server would say; '' if it takes them. */
export function datesFault(dates: Dates): string {
  const { start_date, plan_date } = dates
  if (plan_date < start_date) return ENDS_EARLY
  if (!isKnownDay(start_date) || !isKnownDay(plan_date)) return DAY_BOUNDS
  return releases.isWithinRelease(dates) ? '' : releases.RELEASE_SPAN
}
