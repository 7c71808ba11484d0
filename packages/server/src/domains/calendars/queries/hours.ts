import { sql } from 'kysely'
import { companyCalendars } from '@vypusk/contract'
import type { Db } from '../../../platform/call.ts'
import { installationZone } from '../../../platform/clock.ts'
import { statement } from '../../../platform/statement.ts'
import { addDays } from '../../../platform/working-days.ts'
import { hoursOf, type Hours } from '../rules/week.ts'

const special = statement(
  (_, { from, to }: { from: string; to: string }) => sql<{ day: string; minutes: number }>`
    select day, minutes from shared_calendar_days where day between ${from}::date and ${to}::date`,
)

interface Span {
  ids: number[]
  from: string
  to: string
}

interface Kept {
  company_id: number
  zone: string | null
  /** Null for a company that has not entered its working hours. */
  working: unknown
  closed: { date_from: string; date_to: string }[]
}

/** Selects the working week of each company and the days it has closed. */
const weeks = statement(
  (_, { ids, from, to }: Span) => sql<Kept>`
    select given.id as company_id, kept.zone, kept.working,
      (select coalesce(json_agg(json_build_object('date_from', date_from, 'date_to', date_to)), '[]') from freezes
        where idcomp = given.id and date_to >= ${from}::date and date_from <= ${to}::date) as closed
    from unnest(${ids}::int[]) as given(id)
    left join company_calendars as kept on kept.company_id = given.id`,
)

const ANY_DAY = 1

/**
 * Returns when companies work, by their own clocks: each company's week without the days it has closed and the holidays
 * of the production calendar. The provider's own closed days do not matter here, because they do not mean that nobody
 * is at work in the company.
 * @param span the days in question, `YYYY-MM-DD`; a company's time zone may be a day apart from the installation's
 */
export async function hoursBy(
  db: Db,
  companies: readonly number[],
  span: { from: string; to: string },
): Promise<(company_id: number) => Hours> {
  const query = { ids: [...companies], from: addDays(span.from, -ANY_DAY), to: addDays(span.to, ANY_DAY) }
  const [kept, days] = await Promise.all([weeks.all(db, query), special.all(db, query)])
  const production = new Map(days.map(({ day, minutes }) => [day, minutes]))
  const weekOf = new Map(kept.map((one) => [one.company_id, one]))
  const known = new Map<number, Hours>()
  return (id) => {
    const found = known.get(id)
    if (found) return found
    const own = weekOf.get(id)
    const made = hoursOf(
      {
        zone: own?.zone ?? installationZone(),
        working: own?.working ? companyCalendars.span.array().parse(own.working) : null,
        closed: own?.closed ?? [],
      },
      production,
    )
    known.set(id, made)
    return made
  }
}
