import { sql } from 'kysely'
import { companyCalendars } from '@vypusk/contract'
import type { Db } from '../../../platform/call.ts'
import { installationZone } from '../../../platform/clock.ts'
import { statement } from '../../../platform/statement.ts'
import { addDays } from '../../../platform/working-days.ts'
import { hoursOf, type Hours } from '../rules/week.ts'

const weeks = statement(
  (_, { ids }: { ids: number[] }) => sql<{ company_id: number; zone: string | null; working: unknown }>`
    select company_id, zone, working from company_calendars where company_id = any(${ids}::int[])`,
)

const special = statement(
  (_, { from, to }: { from: string; to: string }) => sql<{ day: string; minutes: number }>`
    select day, minutes from shared_calendar_days where day between ${from}::date and ${to}::date`,
)

interface Span {
  ids: number[]
  from: string
  to: string
}

const closings = statement(
  (_, { ids, from, to }: Span) => sql<{ idcomp: number; date_from: string; date_to: string }>`
    select idcomp, date_from, date_to from freezes
    where idcomp = any(${ids}::int[]) and date_to >= ${from}::date and date_from <= ${to}::date`,
)

const ANY_DAY = 1

/**
 * When companies work, by their own clocks: the week each keeps, without the days it has closed and the holidays of the
 * production calendar. The provider's own closed days say nothing of whether somebody of the company is there.
 * @param span the days that are asked about, `YYYY-MM-DD`; a zone can be a day apart from the installation's
 */
export async function hoursBy(
  db: Db,
  companies: readonly number[],
  span: { from: string; to: string },
): Promise<(company_id: number) => Hours> {
  const asked = { ids: [...companies], from: addDays(span.from, -ANY_DAY), to: addDays(span.to, ANY_DAY) }
  const [kept, days, closed] = await Promise.all([
    weeks.all(db, asked),
    special.all(db, asked),
    closings.all(db, asked),
  ])
  const production = new Map(days.map(({ day, minutes }) => [day, minutes]))
  const weekOf = new Map(kept.map(({ company_id, zone, working }) => [company_id, { zone, working }]))
  const closedBy = Map.groupBy(closed, ({ idcomp }) => idcomp)
  const known = new Map<number, Hours>()
  return (id) => {
    const found = known.get(id)
    if (found) return found
    const own = weekOf.get(id)
    const made = hoursOf(
      {
        zone: own?.zone ?? installationZone(),
        working: own ? companyCalendars.span.array().parse(own.working) : null,
        closed: closedBy.get(id) ?? [],
      },
      production,
    )
    known.set(id, made)
    return made
  }
}
