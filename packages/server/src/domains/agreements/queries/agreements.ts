import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely'
import { jsonArrayFrom, jsonBuildObject } from 'kysely/helpers/postgres'
import { agreements, type QueryOf } from '@vypusk/contract'
import type { Db, Person } from '../../../platform/call.ts'
import { installationZone } from '../../../platform/clock.ts'
import type { DB } from '../../../platform/db-types.gen.ts'
import { numberIn } from '../../../platform/text/number-in.ts'
import { containing, folded, inRussianOrder, matchesPattern, oneOf, some } from '../../../platform/sql.ts'
import { statement } from '../../../platform/statement.ts'
import { eyesOf, knows, openReleaseOf, type Viewer } from '../../access/port.ts'
import { companyZone, isOver, passesAt } from '../../calendars/port.ts'
import { isNamed } from '../../catalog/port.ts'
import { calledOff, hasAddressee, isClosedStep, openOffer, publishedTo } from '../../releases/port.ts'
import { isUnanswered, openRemarks } from '../../threads/port.ts'
import { statusOf } from '../rules/changes.ts'

type ListQuery = QueryOf<typeof agreements.list>
type AgreementQuery = Pick<
  ListQuery,
  'release_ids' | 'client_ids' | 'statuses' | 'shown_statuses' | 'date_from' | 'date_to' | 'search_string'
>
type Tables = DB & { a: DB['agreements']; r: DB['shared_releases']; c: DB['shared_companies'] }
export type In = ExpressionBuilder<Tables, 'a' | 'r' | 'c'>

/** The release of an agreement `a` was closed without being handed over to its company. */
export const isCalledOff = calledOff('a.release_id', 'a.company_id')
/** The release of an agreement `a` was published to its company. */
export const isPublished = publishedTo('a.release_id', 'a.company_id')
/**
 * The company of an agreement `a` is still one of its release's companies and was not hidden in administration. The
 * view `thread_subjects` says the same of what remarks are about (`is_awaited`).
 * @param release_id a column with its release
 */
export const takingPart = (release_id: string) => sql<boolean>`exists (
  select from shared_release_companies as rc join shared_companies as taking on taking.idcomp = rc.idcomp
  where rc.release_id = ${sql.ref(release_id)} and rc.idcomp = a.company_id and taking.deleted_at is null)`
export const isTakingPart = takingPart('a.release_id')
/** The company of an agreement `a` was taken off the release, or hidden, before it was published to it: nothing is installed there. */
export const hasLeft = sql<boolean>`not (${isTakingPart} or ${isPublished})`

/** The date of an agreement `a` was withdrawn, and neither set nor asked about anew since: nothing is installed on it. */
export const isDateWithdrawn = sql<boolean>`(a.is_date_withdrawn and a."releaseDate" is not null)`

export const statusSql = sql<agreements.AgreementStatus>`(a.by_rivc::int + a.by_client::int)`

/** The client of an agreement `a` offers a date that staff have not answered yet. */
export const hasOpenOffer = sql<boolean>`exists (
  select from agreement_offers as o where o.agreement_id = a.id and o.state = 'open')`

/** `agreements.isProviderTurn` of the contract in SQL, of an agreement `a`. */
export const isProviderTurn = sql<boolean>`(${hasOpenOffer} or exists (
  select from shared_threads as t where t.agreement_id = a.id and ${isUnanswered}))`

/**
 * `agreements.shownStatus` and `agreements.shownToClient` of the contract in SQL, of an agreement `a` of a release `r`;
 * what is read of other tables is read once. The database cannot guess how many rows have a status, so that lists filter
 * by it what they have found. Dates before `now` have passed.
 */
export const shownStatusSql = ({ now, viewer }: Pick<Filters, 'now' | 'viewer'>) => sql<number>`(case
  when exists (select from shared_not_publishing_list as n where n.release_id = a.release_id and n.idcomp = a.company_id) then -1
  when ${isPublished} then case when a.by_rivc and a.by_client then 2 else ${sql.lit(agreements.PUBLISHED)} end
  when ${isClosedStep('r.step_id')} then ${sql.lit(agreements.CALLED_OFF)}
  when not a.by_rivc and ${isDateWithdrawn} then ${sql.lit(agreements.DATE_WITHDRAWN)}
  when a.by_rivc and not a.by_client and ${isOver('a', now)} then ${sql.lit(agreements.PASSED)}
  ${viewer.isRivc ? sql`` : sql`when a.by_rivc and not a.by_client and ${isProviderTurn} then ${sql.lit(agreements.PROVIDER_TURN)}`}
  else ${statusSql} end)`

/** Selects the agreements that the person may see, with their release and company. */
export const known = (db: Db, viewer: Viewer) =>
  db
    .selectFrom('agreements as a')
    .innerJoin('shared_releases as r', 'r.id', 'a.release_id')
    .innerJoin('shared_companies as c', 'c.idcomp', 'a.company_id')
    .where(knows.agreement(viewer))

/** The sequence number for calendars: it grows only when the date or title changes, or with a withdrawal. */
export const calendarSequence = sql<number>`coalesce(a.calendar_sequence, a.version)`

const recipientsOf = (eb: In, viewer: Viewer) =>
  jsonArrayFrom(
    eb
      .selectFrom('agreement_recipients as ar')
      .innerJoin('shared_users as u', 'u.id', 'ar.user_id')
      .select(['u.id', 'u.name', 'u.email as mailuser', 'u.idcomp'])
      .whereRef('ar.agreement_id', '=', 'a.id')
      .where(knows.contact(viewer))
      .orderBy(inRussianOrder('u.name'))
      .orderBy('u.id'),
  )

/** Selects the contract's fields except `status`, which one rule derives. */
export const shape = (q: ReturnType<typeof known>, viewer: Viewer) =>
  q
    .select(['a.id', 'a.release_id', 'a.company_id', 'a.by_rivc', 'a.by_client', 'a.remark', 'a.isPublishedOnTestEnv'])
    .select(['a.recipientsExtra', 'a.releaseDate', 'a.releaseTime', 'a.cancel_reason', 'a.sent_at'])
    .select(['a.created_at', 'a.updated_at', 'a.version'])
    .select([companyZone('a').as('company_zone'), passesAt('a').as('passes_at')])
    .select((eb) => [
      jsonBuildObject({ idcomp: eb.ref('c.idcomp'), namecomp: eb.ref('c.namecomp') }).as('company'),
      jsonBuildObject({ id: eb.ref('r.id'), title: eb.ref('r.title') }).as('details'),
      recipientsOf(eb, viewer).as('recipients'),
      eb.exists(inNotPublishingList(eb)).$castTo<boolean>().as('not_publishing'),
      isCalledOff.as('called_off'),
      isDateWithdrawn.as('date_withdrawn'),
      isPublished.as('published'),
      openOffer('a').as('offer'),
      openRemarks('a.id').as('open_remarks'),
      'r.is_visible_for_client',
    ])

export const inNotPublishingList = (eb: In) =>
  eb
    .selectFrom('shared_not_publishing_list as n')
    .select('n.idcomp')
    .whereRef('n.release_id', '=', 'a.release_id')
    .whereRef('n.idcomp', '=', 'a.company_id')

export const withStatus = <Row extends Parameters<typeof statusOf>[0]>(row: Row, zone = installationZone()) => ({
  ...row,
  zone,
  status: statusOf(row),
})

type KnownAgreements = ReturnType<typeof known>

/** The filters of the list; null where one is not used. */
export interface Filters {
  viewer: Viewer
  release_ids: number[] | null
  client_ids: number[] | null
  statuses: number[] | null
  shown_statuses: number[] | null
  /** ISO 8601: dates before it have passed. */
  now: string
  date_from: string | null
  date_to: string | null
  /** A pattern, and the exact id when the text may be one. */
  words: { like: string; id: number | null } | null
}

export const filtersOf = (person: Person, query: AgreementQuery, now: Date): Filters => ({
  now: now.toISOString(),
  viewer: eyesOf(person),
  release_ids: some(query.release_ids),
  client_ids: some(query.client_ids),
  statuses: some(query.statuses),
  shown_statuses: some(query.shown_statuses),
  date_from: query.date_from || null,
  date_to: query.date_to || null,
  words: query.search_string ? wordsOf(query.search_string) : null,
})

const wordsOf = (text: string) => ({ like: containing(text), id: numberIn(text) })

/** Searches for a substring, ignoring case and treating ё as е, or for the exact id. */
function searched(q: KnownAgreements, { like, id }: NonNullable<Filters['words']>): KnownAgreements {
  return q.where((eb) =>
    eb.or([
      matchesPattern(eb.ref('r.search_text'), like),
      isNamed('a.company_id', like),
      matchesPattern(folded(eb.ref('a.remark')), like),
      ...(id === null ? [] : [eb('a.id', '=', id)]),
    ]),
  )
}

const isOneOf = (column: Expression<unknown>, values: number[] | null) =>
  values ? [sql<SqlBool>`${column} = any(${values}::int[])`] : []

/** Selects the agreements that the person may see and that match every filter but that by what rows show. */
export function filtered(
  db: Db,
  { viewer, release_ids, client_ids, statuses, date_from, date_to, words }: Filters,
): KnownAgreements {
  const all = known(db, viewer)
  return (words ? searched(all, words) : all).where((eb) =>
    eb.and([
      ...isOneOf(eb.ref('a.release_id'), release_ids),
      ...isOneOf(eb.ref('a.company_id'), client_ids),
      ...isOneOf(statusSql, statuses),
      ...(date_from ? [eb('a.releaseDate', '>=', date_from)] : []),
      ...(date_to ? [eb('a.releaseDate', '<=', date_to)] : []),
    ]),
  )
}

/** Returns the id of the live agreement of a release and a company. */
export const liveAgreement = statement((db, { release_id, company_id }: { release_id: number; company_id: number }) =>
  db
    .selectFrom('agreements')
    .select('id')
    .where('release_id', '=', release_id)
    .where('company_id', '=', company_id)
    .where('deleted_at', 'is', null),
)

/** Returns the agreement of a release and a company, if there is one to open: with its release it is gone too. */
export const openableAgreement = statement(
  (db, { release_id, company_id }: { release_id: number; company_id: number }) =>
    db
      .selectFrom('agreements as a')
      .innerJoin('shared_releases as r', 'r.id', 'a.release_id')
      .select('a.id')
      .where('a.release_id', '=', release_id)
      .where('a.company_id', '=', company_id)
      .where('a.deleted_at', 'is', null)
      .where('r.deleted_at', 'is', null),
)

/** Returns the live agreements that have taken the place of others: of the same release with the same company. */
export const placesTaken = statement((db, { ids }: { ids: number[] }) =>
  db
    .selectFrom('agreements as own')
    .innerJoin('agreements as other', (join) =>
      join.onRef('other.release_id', '=', 'own.release_id').onRef('other.company_id', '=', 'own.company_id'),
    )
    .select(['own.id as agreement_id', 'other.id'])
    .where('own.id', '=', oneOf(ids))
    .whereRef('other.id', '<>', 'own.id')
    .where('other.deleted_at', 'is', null),
)

/** Returns the live agreements of a release with some companies. */
export const liveAgreements = statement((db, { release_id, companies }: { release_id: number; companies: number[] }) =>
  db
    .selectFrom('agreements')
    .select(['id', 'company_id'])
    .where('release_id', '=', release_id)
    .where('company_id', '=', oneOf(companies))
    .where('deleted_at', 'is', null),
)

const reminded = statement((db, { ids }: { ids: number[] }) =>
  db
    .selectFrom('shared_history as history')
    .distinctOn('entity_id')
    .select(['entity_id', 'at'])
    .where('entity', '=', 'agreement')
    .where('entity_id', '=', oneOf(ids))
    .where('field', '=', 'reminded')
    .orderBy('entity_id')
    .orderBy('id', 'desc'),
)

/** Returns when clients were last reminded; agreements without reminders are missing. */
export const remindedAtEach = async (db: Db, ids: number[]): Promise<Map<number, string>> =>
  new Map((await reminded.all(db, { ids })).map(({ entity_id, at }) => [entity_id, at]))

/** Returns when the client was last reminded, null if never. */
export const remindedAt = async (db: Db, id: number): Promise<string | null> =>
  (await remindedAtEach(db, [id])).get(id) ?? null

/** Selects the agreements that the person may see, with the facts that the policy needs. */
const visible = statement((db, { viewer, ids }: { viewer: Viewer; ids: number[] }) =>
  shape(known(db, viewer), viewer)
    .innerJoin('shared_users as author', 'author.id', 'a.author_id')
    .select((eb) => [
      jsonBuildObject({ id: eb.ref('author.id'), name: eb.ref('author.name') }).as('author'),
      'a.heard_at',
      'r.plan_date',
      'a.withdrawn_at',
      'a.against_reason',
      hasAddressee('a').as('has_addressee'),
      isTakingPart.as('takes_part'),
      calendarSequence.as('calendar_sequence'),
      openReleaseOf('a.release_id', 'a.company_id').as('open_release_id'),
    ])
    .where('a.id', '=', oneOf(ids)),
)

/** Returns one agreement, or undefined when the person may not see it. */
export const knownAgreement = (db: Db, person: Person, id: number) =>
  visible.first(db, { viewer: eyesOf(person), ids: [id] })

export type KnownAgreement = Awaited<ReturnType<typeof visible.one>>

/** Returns several agreements by id, without those that the person may not see. */
export const knownAgreements = async (db: Db, person: Person, ids: number[]): Promise<Map<number, KnownAgreement>> =>
  new Map((await visible.all(db, { viewer: eyesOf(person), ids })).map((row) => [row.id, row]))
