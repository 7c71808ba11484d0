import { sql, type RawBuilder } from 'kysely'
import { agreements, type QueryOf, type ReplyOf } from '@vypusk/contract'
import type { Deps, Person } from '../../../platform/call.ts'
import { installationZone } from '../../../platform/clock.ts'
import { folded, matchesPattern, some } from '../../../platform/sql.ts'
import { statement } from '../../../platform/statement.ts'
import { companyZone, isOver, waitedDays } from '../../calendars/port.ts'
import { isNamed } from '../../catalog/port.ts'
import { companiesPublishedTo, isClosedStep, openOffer, trialsAmong } from '../../releases/port.ts'
import { openRemarks } from '../../threads/port.ts'
import { filtersOf, isDateWithdrawn, type Filters } from './agreements.ts'

type Query = QueryOf<typeof agreements.matrix>
type Reply = ReplyOf<typeof agreements.matrix>

/** One cell with the titles of its row and column. */
interface Row extends Omit<agreements.MatrixCell, 'waiting_days' | 'zone'> {
  title: string
  plan_date: string
  agreed: number
  expected: number
  namecomp: string
  total_releases: number
}

const searched = ({ like, id }: NonNullable<Filters['words']>): RawBuilder<unknown> =>
  sql`(${matchesPattern(sql.ref('cell.search_text'), like)} or ${isNamed('cell.company_id', like)}
    or ${matchesPattern(folded(sql.ref('cell.remark')), like)} ${id === null ? sql`` : sql`or cell.agreement_id = ${id}`})`

/** What a cell shows as its status, as in the list. */
const shownStatusSql = (now: string) => sql`(case
  when cell.status = -1 then -1
  when cell.published then case when cell.status = 2 then 2 else ${sql.lit(agreements.PUBLISHED)} end
  when cell.closed then ${sql.lit(agreements.CALLED_OFF)}
  when cell.status = 0 and cell.date_withdrawn then ${sql.lit(agreements.DATE_WITHDRAWN)}
  when cell.status = 1 and ${isOver('cell', now)} then ${sql.lit(agreements.PASSED)}
  else cell.status end)`

/** Builds the conditions for the filters; the text search works as in the list. */
function conditions({ now, client_ids, statuses, shown_statuses, date_from, date_to, words }: Filters) {
  const day = sql`coalesce(cell."releaseDate", cell.plan_date)`
  return sql.join(
    [
      sql`true`,
      ...(client_ids ? [sql`cell.company_id = any(${client_ids}::int[])`] : []),
      ...(statuses ? [sql`cell.status = any(${statuses}::int[])`] : []),
      ...(shown_statuses ? [sql`${shownStatusSql(now)} = any(${shown_statuses}::int[])`] : []),
      ...(date_from ? [sql`${day} >= ${date_from}::date`] : []),
      ...(date_to ? [sql`${day} <= ${date_to}::date`] : []),
      ...(words ? [searched(words)] : []),
    ],
    sql` and `,
  )
}

/** The filters, and what the rows to be read were changed in; both null when all rows are read. */
interface MatrixFilters extends Filters {
  changed_agreements: number[] | null
  changed_releases: number[] | null
}

const isChanged = ({ changed_agreements, changed_releases }: MatrixFilters) =>
  changed_agreements !== null || changed_releases !== null

/** Selects the releases of the rows that were changed; a deleted agreement has changed its release's row too. */
const changedReleases = ({ changed_agreements, changed_releases }: MatrixFilters) => sql`
  select unnest(${changed_releases}::int[]) as id
  union select release_id from agreements where id = any(${changed_agreements}::int[])`

const readReleases = statement(
  (_, filters: MatrixFilters) => sql<{ id: number }>`${changedReleases(filters)} order by id`,
)

/** Selects the releases, each with the companies that it was published to. */
const releasesOf = (filters: MatrixFilters) => sql`
  select r.id, r.title, r.plan_date, r.search_text, ${isClosedStep('r.step_id')} as closed,
    ${companiesPublishedTo('r.id')} as published_to
  from shared_releases r
  where r.deleted_at is null and ${isChanged(filters) ? sql`r.id in (${changedReleases(filters)})` : sql`true`}
    and ${filters.release_ids ? sql`r.id = any(${filters.release_ids}::int[])` : sql`r.published_at is null and not ${isClosedStep('r.step_id')}`}`

/** Selects the agreements of the releases, by an index: joined directly, all agreements that there are would be read. */
const live = sql`
  select a.* from chosen_releases r join agreements a on a.release_id = r.id and a.deleted_at is null`

/**
 * Selects every company of the releases, with its agreement if there is one; nobody waits for hidden companies, so that
 * they are shown only where they got the release, and are not counted, as on the release's page.
 */
const cells = sql`
  select r.id as release_id, r.title, r.plan_date, r.search_text, c.idcomp as company_id, c.namecomp,
    a.id as agreement_id, a."releaseDate", a."releaseTime", a.sent_at,
    coalesce(a.remark, '') as remark, coalesce(${isDateWithdrawn}, false) as date_withdrawn,
    r.closed, c.idcomp = any(r.published_to) as published, c.deleted_at is not null as hidden,
    case when n.idcomp is not null then -1 else coalesce(a.by_rivc::int + a.by_client::int, 0) end as status
  from chosen_releases r
  join shared_release_companies rc on rc.release_id = r.id
  join shared_companies c on c.idcomp = rc.idcomp and (c.deleted_at is null or c.idcomp = any(r.published_to))
  left join live a on a.release_id = r.id and a.company_id = c.idcomp
  left join shared_not_publishing_list n on n.release_id = r.id and n.idcomp = c.idcomp`

const rowsOf = statement(
  (_, filters: MatrixFilters) => sql<Row>`
  with chosen_releases as materialized (${releasesOf(filters)}),
  live as materialized (${live}),
  cell as (${cells}),
  release as (
    select release_id, count(*) filter (where status = 2 and not hidden)::int as agreed,
      count(*) filter (where status >= 0 and not hidden)::int as expected
    from cell group by release_id
  ),
  chosen as (
    select cell.*, dense_rank() over (order by plan_date, release_id) as place from cell where ${conditions(filters)}
  ),
  shown as materialized (select * from chosen where place <= ${agreements.MOST_MATRIX_RELEASES}),
  tried as materialized (${trialsAmong(sql`select agreement_id from shown`)})
  select shown.release_id, title, plan_date, shown.company_id, namecomp, shown.agreement_id, shown."releaseDate",
    shown."releaseTime", shown.sent_at, ${openOffer('a')} as offer, shown.remark, tried.trials,
    closed and not published as called_off, shown.date_withdrawn, published, ${isOver('shown', filters.now)} as date_passed,
    ${companyZone('shown')} as company_zone, ${openRemarks('shown.agreement_id')} as open_remarks,
    status, agreed, expected,
    (select max(place)::int from chosen) as total_releases
  from shown join release using (release_id) left join live a on a.id = shown.agreement_id
  left join tried on tried.agreement_id = shown.agreement_id
  order by place, namecomp collate "ru-x-icu", shown.company_id`,
  { planned: 'each time' },
)

type Question = Pick<
  Row,
  'company_id' | 'status' | 'sent_at' | 'offer' | 'open_remarks' | 'called_off' | 'published' | 'date_passed'
>

/** Returns the facts of a cell that waiting days are computed from. */
const questionOf = (cell: Question) => ({
  company_id: cell.company_id,
  sent_at: cell.sent_at,
  offer: cell.offer,
  open_remarks: cell.open_remarks,
  called_off: cell.called_off,
  published: cell.published,
  date_passed: cell.date_passed,
  by_rivc: cell.status > 0,
  by_client: cell.status === 2,
  not_publishing: cell.status === -1,
})

/** Returns which companies hold up which releases, read in one statement. */
export async function matrixOf(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  person: Person,
  query: Query,
): Promise<Reply> {
  const filters = {
    ...filtersOf(person, query, clock.now()),
    changed_agreements: some(query.changed_agreement_ids),
    changed_releases: some(query.changed_release_ids),
  }
  const [rows, read] = await Promise.all([
    rowsOf.all(db, filters),
    isChanged(filters) ? readReleases.all(db, filters) : undefined,
  ])
  const asked = rows.map((row) => ({ row, question: questionOf(row) }))
  const waitedBy = await waitedDays(
    db,
    clock,
    asked.map(({ question }) => question),
  )
  const releases = new Map<number, agreements.MatrixRelease>()
  const companies = new Map<number, Reply['companies'][number]>()
  const zone = installationZone()
  const found = asked.map(
    ({ row: { title, plan_date, agreed, expected, namecomp, total_releases: _, ...cell }, question }) => {
      releases.set(cell.release_id, { id: cell.release_id, title, plan_date, agreed, expected })
      companies.set(cell.company_id, { idcomp: cell.company_id, namecomp })
      return Object.assign(cell, { zone, waiting_days: waitedBy(question) })
    },
  )
  return {
    releases: [...releases.values()],
    companies: [...companies.values()].toSorted(
      (a, b) => a.namecomp.localeCompare(b.namecomp, 'ru') || a.idcomp - b.idcomp,
    ),
    cells: found,
    total_releases: rows[0]?.total_releases ?? 0,
    read_releases: read?.map(({ id }) => id),
  }
}
