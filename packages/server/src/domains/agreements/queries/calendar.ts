import { agreements, type calendar } from '@vypusk/contract'
import type { Call } from '../../../platform/call.ts'
import { installationZone, today } from '../../../platform/clock.ts'
import { clockOf } from '../../../platform/text/plain-text.ts'
import { refuse } from '../../../platform/refusal.ts'
import { statement } from '../../../platform/statement.ts'
import { objectionsTo, specialDays, unfilledIn } from '../../calendars/port.ts'
import { productionDays } from '../../releases/port.ts'
import { clashesAmong } from '../rules/clashes.ts'
import { filtered, filtersOf, withStatus, type Filters } from './agreements.ts'
import { oddOf, dateFacts } from './date-facts.ts'
import { isPastAt } from './passed-dates.ts'
import { plannedBetween } from './planned.ts'

const idsOf = statement((db, filters: Filters) => filtered(db, filters).select('a.id'), { planned: 'each time' })

/** Returns the agreements of some days with their clashes, and the working calendar of those days. */
export async function calendarOf({ deps, person, query }: Call<typeof calendar.show>) {
  const { db } = deps
  const { date_from, date_to } = query
  const filters = filtersOf(person, query, deps.clock.now())
  const [around, wanted, days, special] = await Promise.all([
    plannedBetween(db, person, date_from, date_to),
    idsOf.all(db, filters),
    productionDays(db, date_from, date_to),
    specialDays(db),
  ])
  const clashesOf = clashesAmong(
    around.filter(({ not_publishing, date_withdrawn }) => !not_publishing && !date_withdrawn),
  )
  const day = today(deps.clock)
  const now = deps.clock.now()
  const zone = installationZone()
  const ids = new Set(wanted.map(({ id }) => id))
  const { shown_statuses } = filters
  const items = around
    .filter(({ id }) => ids.has(id))
    .map(({ modules, namecomp, title, company_day, ...row }): calendar.CalendarItem => {
      const concerns = !row.not_publishing && !row.date_withdrawn && row.releaseDate >= day
      const clock = clockOf(row.releaseDate, row.releaseTime, zone)
      return {
        ...withStatus(row, zone),
        clock,
        date_passed: isPastAt(row.company_zone, row, now),
        clashes: concerns ? [...clashesOf({ ...row, modules, namecomp, title, company_day })] : [],
      }
    })
    .filter((item) => !shown_statuses || shown_statuses.includes(agreements.shownStatus(item)))
  return { items, days, warnings: unfilledIn(special, date_from, date_to) }
}

/** Returns the objections to installing a release at some companies on a day. */
export async function checkedDay({ deps, person, params, query }: Call<typeof calendar.checkDay>) {
  const { day: releaseDate, release_id } = params
  const releaseTime = query.time ?? null
  const input = { release_id, companies: query.companies, from: releaseDate, to: releaseDate }
  const [context, [day]] = await Promise.all([
    dateFacts(deps, person, input),
    productionDays(deps.db, releaseDate, releaseDate),
  ])
  if (!context || !day) throw refuse('not_found')
  const { places, facts, clashes } = context
  const wish = { releaseDate, releaseTime }
  return {
    day,
    clashes: [...clashes(places, wish)],
    objections: [...objectionsTo(places, wish, facts)],
    warnings: unfilledIn(facts.calendar, releaseDate, releaseDate),
    ...oddOf(facts.zone, releaseDate, releaseTime),
  }
}
