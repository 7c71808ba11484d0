import { sql } from 'kysely'
import { companyCalendars } from '@vypusk/contract'
import type { Db } from '../../../platform/call.ts'
import type { Clock } from '../../../platform/clock.ts'
import { statement } from '../../../platform/statement.ts'
import { dayIn, waitedBetween, type Week } from '../rules/week.ts'

/** A question to a company, as far as waiting for its word goes. */
interface Asked {
  company_id: number
  by_rivc: boolean
  by_client: boolean
  sent_at: string | null
  offer: object | null
  not_publishing: boolean
}

/** Of a question that waits for the company, when it was asked; null where the word is staff's, or nobody waits. */
const askedAt = ({ by_rivc, by_client, sent_at, offer, not_publishing }: Asked): string | null =>
  by_rivc && !by_client && !not_publishing && offer === null ? sent_at : null

const weeks = statement(
  (_, { ids }: { ids: number[] }) => sql<{ company_id: number; zone: string | null; working: unknown }>`
    select company_id, zone, working from company_calendars where company_id = any(${ids}::int[])`,
)

const special = statement(
  (_, { from, to }: { from: string; to: string }) => sql<{ day: string; minutes: number }>`
    select day, minutes from shared_calendar_days where day between ${from}::date and ${to}::date`,
)

/**
 * How many working days of its company each question has waited: the only counting there is. The company's week is its
 * own where it keeps a calendar; holidays are the production calendar's.
 * @returns null of a question that waits for nobody there
 */
export async function waitedDays(
  db: Db,
  clock: Clock,
  all: readonly Asked[],
): Promise<(asked: Asked) => number | null> {
  const moments = all.map(askedAt).filter((at) => at !== null)
  if (moments.length === 0) return () => null
  const now = clock.now()
  const first = moments.reduce((earliest, at) => (at < earliest ? at : earliest))
  // A zone can be a day apart from the installation's.
  const [kept, days] = await Promise.all([
    weeks.all(db, { ids: all.map(({ company_id }) => company_id) }),
    special.all(db, { from: dayIn('UTC', new Date(first)), to: dayIn('Pacific/Kiritimati', now) }),
  ])
  const production = new Map(days.map(({ day, minutes }) => [day, minutes]))
  const own = new Map(
    kept.map(({ company_id, zone, working }): [number, Week] => [
      company_id,
      {
        zone,
        weekdays: new Set(
          companyCalendars.span
            .array()
            .parse(working)
            .map(({ weekday }) => weekday),
        ),
      },
    ]),
  )
  return (asked) => {
    const at = askedAt(asked)
    if (at === null) return null
    const week = own.get(asked.company_id) ?? { zone: null, weekdays: null }
    return waitedBetween(new Date(at), now, week, production)
  }
}
