import { releases } from '@vypusk/contract'

/**
 * The dates of a release that an import creates: it is planned for the due day of the last of its requests. Trackers
 * know no better way to say "never" than a day decades ahead, which would be longer than a release may be.
 *
 * @param due `YYYY-MM-DD`
 * @param today `YYYY-MM-DD`
 */
export function datesOfWanted(due: string | null, today: string) {
  if (due === null) return { start_date: today, plan_date: today }
  const dates = { start_date: due < today ? due : today, plan_date: due }
  return releases.isWithinRelease(dates) ? dates : { start_date: today, plan_date: today }
}
