import { sql, type ExpressionBuilder } from 'kysely'
import { jsonArrayFrom, jsonBuildObject } from 'kysely/helpers/postgres'
import type { releases } from '@vypusk/contract'
import type { Db, Person } from '../../../platform/call.ts'
import type { DB } from '../../../platform/db-types.gen.ts'
import { seesHours } from '../../../platform/person.ts'
import { inRussianOrder, oneOf } from '../../../platform/sql.ts'
import { statement } from '../../../platform/statement.ts'
import { eyesOf, knows, type Viewer as Eyes } from '../../access/port.ts'
import { isOver } from '../../calendars/port.ts'
import { isPresent } from '../../catalog/port.ts'
import { customerStatus } from '../rules/readiness.ts'
import { isUnanswered } from '../../threads/port.ts'
import { calledOffAtStep, publishedAmong } from './called-off.ts'
import { unnamedCount } from './unnamed.ts'

export type Releases = ExpressionBuilder<DB, 'releases'>
/** A reader: a person, or staff viewing as a company. */
export type Viewer = Person & Eyes

/** The tables that every row of a list is built from. */
export type Joined = ExpressionBuilder<
  DB & { step: DB['release_steps']; author: DB['shared_users'] },
  'releases' | 'step' | 'author'
>

export const hasCompany = (eb: Releases, companies: number[] | null) =>
  eb.exists(
    eb
      .selectFrom('release_companies as own')
      .select('own.idcomp')
      .whereRef('own.release_id', '=', 'releases.id')
      .where('own.idcomp', '=', oneOf(companies)),
  )

/** Releases with their step and author, regardless of the reader. */
export const joined = (db: Db) =>
  db
    .selectFrom('releases')
    .innerJoin('release_steps as step', 'step.id', 'releases.step_id')
    .innerJoin('shared_users as author', 'author.id', 'releases.author_id')

/** The releases that the reader may see. */
export const seenBy = (db: Db, viewer: Eyes) => joined(db).where(knows.release(viewer, 'releases'))

/** The requests of the release that the reader may see. */
const requestsOf = (eb: Joined, person: Eyes) =>
  eb
    .selectFrom('shared_requests as requests')
    .whereRef('requests.release_id', '=', 'releases.id')
    .where(knows.request(person, 'requests'))

const modulesOf = (eb: Joined) =>
  eb
    .selectFrom('release_modules as chosen')
    .innerJoin('shared_modules as modules', 'modules.idmod', 'chosen.idmod')
    .innerJoin('shared_systems as systems', 'systems.idsys', 'modules.idsys')
    .select(['modules.idmod', 'namemod', 'systems.idsys', 'namesys as system'])
    .whereRef('chosen.release_id', '=', 'releases.id')
    .orderBy(inRussianOrder('namesys'))
    .orderBy(inRussianOrder('namemod'))
    .orderBy('modules.idmod')

const usersOf = (eb: Joined) =>
  eb
    .selectFrom('release_users as named')
    .innerJoin('shared_users as users', 'users.id', 'named.user_id')
    .select(['users.id', 'users.name'])
    .whereRef('named.release_id', '=', 'releases.id')
    .orderBy(inRussianOrder('users.name'))
    .orderBy('users.id')

/** Those of the people who have left: they stay named, and do no more work. */
export const goneUsersOf = (eb: Joined) => usersOf(eb).where(sql<boolean>`not ${isPresent(sql.ref('users.id'))}`)

/** The companies of a release by name, each with what its customer status is computed from. */
export const statesOf = (eb: Releases) =>
  eb
    .selectFrom('release_companies as own')
    .innerJoin('shared_companies as companies', 'companies.idcomp', 'own.idcomp')
    .leftJoin('agreements_for_releases as agreements', (join) =>
      join
        .onRef('agreements.release_id', '=', 'own.release_id')
        .onRef('agreements.company_id', '=', 'own.idcomp')
        .on('agreements.deleted_at', 'is', null),
    )
    .leftJoin('not_publishing_list as listed', (join) =>
      join.onRef('listed.release_id', '=', 'own.release_id').onRef('listed.idcomp', '=', 'own.idcomp'),
    )
    .select(['companies.idcomp', 'namecomp', 'agreements.id as agreement_id', 'by_rivc', 'by_client'])
    .select([
      sql<boolean>`listed.idcomp is not null`.as('listed'),
      sql<boolean>`companies.deleted_at is not null`.as('hidden'),
    ])
    .whereRef('own.release_id', '=', 'releases.id')
    .orderBy(inRussianOrder('namecomp'))
    .orderBy('companies.idcomp')

/** The client was asked about a date that has passed. */
const isDatePassed = (now: string) =>
  sql<boolean>`coalesce(by_rivc and not by_client and ${isOver('agreements', now)}, false)`

/** The client's question is answered by staff next; staff themselves see that elsewhere, and in lists it is not read. */
const isProviderTurn = ({ isRivc }: Eyes) =>
  isRivc
    ? sql<boolean>`false`
    : sql<boolean>`(
        exists (select from agreement_offers_for_releases as o where o.agreement_id = agreements.id and o.state = 'open')
        or exists (select from shared_threads as t where t.agreement_id = agreements.id and ${isUnanswered}))`

/** A client sees only its own company. @param now ISO 8601: dates before it have passed */
const companiesOf = (eb: Joined, viewer: Eyes, now: string) =>
  statesOf(eb)
    .select([
      calledOffAtStep('step.kind', 'releases.id', 'own.idcomp').as('called_off'),
      sql<boolean>`coalesce(agreements.date_withdrawn, false)`.as('date_withdrawn'),
      isDatePassed(now).as('date_passed'),
      publishedAmong('releases.id', 'own.idcomp').as('published'),
      isProviderTurn(viewer).as('provider_turn'),
    ])
    .$if(!viewer.isRivc, (query) => query.where('own.idcomp', '=', viewer.idcomp ?? 0))

/** A check constraint of the column allows these values only. */
export const kindOf = sql<releases.ReleaseStep['kind']>`step.kind`

/** SQL for a step as an object; the table has the alias `step`. */
export const stepOf = (eb: ExpressionBuilder<{ step: DB['release_steps'] }, 'step'>) =>
  jsonBuildObject({
    id: eb.ref('step.id'),
    name_step: eb.ref('step.name_step'),
    order: eb.ref('step.order'),
    kind: kindOf,
  })

/** The requests of the release, as counted for staff (docs/decisions/0143). */
const countedOf = (eb: Joined) =>
  eb.selectFrom('request_totals_for_releases as counted').whereRef('counted.release_id', '=', 'releases.id')

export const requestsCount = (eb: Joined, person: Eyes) =>
  person.isRivc
    ? countedOf(eb).select(sql<number>`counted.requests`.as('count'))
    : requestsOf(eb, person).select(({ fn }) => fn.countAll<number>().as('count'))
export const requestsTime = (eb: Joined, person: Eyes) =>
  person.isRivc
    ? countedOf(eb).select(sql<number>`counted.planned_time`.as('sum'))
    : requestsOf(eb, person).select(sql<number>`coalesce(sum(planned_time), 0)`.as('sum'))

/**
 * The columns of a row without what is counted in the release's requests.
 *
 * @param now ISO 8601: dates before it have passed
 */
export const uncountedOf = (query: ReturnType<typeof seenBy>, person: Eyes, now: string) =>
  query
    .select(['releases.id', 'title', 'start_date', 'plan_date', 'planned_time', 'short_description'])
    .select(['is_visible_for_client', 'releases.created_at', 'published_at', 'releases.version'])
    .select((eb) => [
      stepOf(eb).as('step'),
      jsonBuildObject({ id: eb.ref('author.id'), name: eb.ref('author.name') }).as('author'),
      jsonArrayFrom(modulesOf(eb)).as('modules'),
      jsonArrayFrom(usersOf(eb)).as('users'),
      jsonArrayFrom(companiesOf(eb, person, now)).as('companies'),
    ])

/** The columns of a row, before its statuses and systems are computed. */
export const rowsOf = (query: ReturnType<typeof seenBy>, person: Eyes, now: string) =>
  uncountedOf(query, person, now).select((eb) => [
    requestsCount(eb, person).as('requests_count'),
    requestsTime(eb, person).as('planned_requests_time'),
    (person.isRivc ? unnamedCount(eb) : sql<number>`0`).as('unnamed_count'),
  ])

type Raw = Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number]

/** Converts a row to that of the contract; hours are 0 for people who may not see them. */
export function toRow(raw: Raw, person: Person) {
  const systems = new Map(raw.modules.map(({ idsys, system }) => [idsys, { idsys, namesys: system }]))
  return {
    ...raw,
    requests_count: raw.requests_count ?? 0,
    unnamed_count: raw.unnamed_count ?? 0,
    planned_time: seesHours(person) ? raw.planned_time : 0,
    planned_requests_time: seesHours(person) ? (raw.planned_requests_time ?? 0) : 0,
    systems: [...systems.values()],
    companies: raw.companies.map((company) => ({
      idcomp: company.idcomp,
      namecomp: company.namecomp,
      status: customerStatus(company),
      agreement_id: company.agreement_id,
      called_off: company.called_off,
      date_withdrawn: company.date_withdrawn,
      date_passed: company.date_passed,
      published: company.published,
      provider_turn: company.provider_turn,
    })),
  }
}

const byIds = statement((db, { viewer, ids, now }: { viewer: Eyes; ids: number[]; now: string }) =>
  rowsOf(seenBy(db, viewer), viewer, now).where('releases.id', '=', oneOf(ids)),
)

/**
 * The contract's rows in the order of the ids.
 *
 * @param now ISO 8601: dates before it have passed
 */
export async function rowsInOrder(db: Db, person: Person, ids: number[], now: string): Promise<releases.ReleaseRow[]> {
  const raw = await byIds.all(db, { viewer: eyesOf(person), ids, now })
  const byId = new Map(raw.map((row) => [row.id, toRow(row, person)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

const inProgress = statement((db, { viewer, now }: { viewer: Eyes; now: string }) =>
  rowsOf(seenBy(db, viewer), viewer, now)
    .select((eb) => jsonArrayFrom(goneUsersOf(eb)).as('gone'))
    .where('step.kind', 'in', ['planning', 'work'])
    .orderBy('plan_date')
    .orderBy('releases.id'),
)

/**
 * The releases that are neither published nor closed, by plan date, with the people who still work on them.
 *
 * @param now ISO 8601: dates before it have passed
 */
export async function releasesInProgress(db: Db, person: Person, now: string): Promise<releases.ReleaseRow[]> {
  const raw = await inProgress.all(db, { viewer: eyesOf(person), now })
  return raw.map(({ gone, ...row }) => {
    const left = new Set(gone.map(({ id }) => id))
    return toRow({ ...row, users: row.users.filter(({ id }) => !left.has(id)) }, person)
  })
}
