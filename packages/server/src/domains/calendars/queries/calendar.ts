import { companyCalendars } from '@vypusk/contract'
import { abilitiesBy } from '../../../platform/ability.ts'
import type { Actor, Db, Person } from '../../../platform/call.ts'
import { installationZone, today } from '../../../platform/clock.ts'
import { historyOf } from '../../../platform/history.ts'
import { refuseWith } from '../../../platform/refusal.ts'
import { statement } from '../../../platform/statement.ts'
import { calendarPolicy, reasons } from '../policy.ts'
import { CALENDAR_TITLES, SUBSTITUTE_TITLES } from '../rules/week.ts'
import { closedOf } from './closed.ts'

type Span = companyCalendars.Span

/** Only `save` writes these columns, after the contract has checked the values. */
const spansOf = (value: unknown) => value as Span[]

const rowOf = statement((db, { id }: { id: number }) =>
  db
    .selectFrom('shared_companies as c')
    .leftJoin('company_calendars as k', 'k.company_id', 'c.idcomp')
    .leftJoin('shared_users as u', 'u.id', 'k.updated_by')
    .select(['c.idcomp', 'c.namecomp', 'k.zone', 'k.working', 'k.installing', 'k.version', 'k.updated_at'])
    .select(['u.id as user_id', 'u.name as user_name', 'u.isRivc as by_staff'])
    .where('c.idcomp', '=', id),
)

/** Returns the company's calendar if the person may see it. @throws 404 */
export async function seenCalendar(db: Db, person: Person, id: number) {
  const row = person.isRivc || person.idcomp === id ? await rowOf.first(db, { id }) : undefined
  if (!row) throw refuseWith(reasons.noCompany)
  const { idcomp, namecomp, zone, working, installing, version, updated_at, user_id, user_name, by_staff } = row
  return {
    company: { idcomp, namecomp },
    zone,
    working: version === null ? companyCalendars.USUAL_WEEK : spansOf(working),
    installing: installing === null ? null : spansOf(installing),
    version: version ?? 0,
    updated:
      updated_at === null
        ? null
        : { at: updated_at, user: { id: user_id ?? 0, name: user_name ?? '' }, by_client: by_staff === false },
  }
}

/** Returns the whole calendar for its page. @throws 404 */
export async function calendarDetail(
  db: Db,
  { person, deps }: Actor,
  id: number,
): Promise<companyCalendars.CompanyCalendar> {
  const [calendar, history, closed] = await Promise.all([
    seenCalendar(db, person, id),
    historyOf(db, 'company', id),
    closedOf(db, person, { id, from: today(deps.clock) }),
  ])
  return {
    ...calendar,
    installation_zone: installationZone(),
    closed,
    // Only administrators may see other changes of the company.
    history: history.filter(({ field }) => field in CALENDAR_TITLES || field in SUBSTITUTE_TITLES),
    abilities: abilitiesBy(calendarPolicy, person, {}),
  }
}
