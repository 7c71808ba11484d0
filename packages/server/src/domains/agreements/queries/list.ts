import { sql, type Expression, type RawBuilder } from 'kysely'
import { agreements, type QueryOf } from '@vypusk/contract'
import type { Db, Deps, Person } from '../../../platform/call.ts'
import { offsetOf, toPage } from '../../../platform/page.ts'
import { inRussianOrder, nearness, oneOf } from '../../../platform/sql.ts'
import { statement } from '../../../platform/statement.ts'
import { eyesOf, type Viewer } from '../../access/port.ts'
import { hasPassed, waitedDays } from '../../calendars/port.ts'
import { briefly, isClosedStep, scopeChangesBy } from '../../releases/port.ts'
import { withoutAddresses } from '../rules/internal.ts'
import { filtered, filtersOf, known, shape, shownStatusSql, statusSql, withStatus, type Filters } from './agreements.ts'

/** The list of agreements. */

type ListQuery = QueryOf<typeof agreements.list>

/** The expression that each order key sorts by. */
const orders: Record<(typeof agreements.agreementOrder)[number], Expression<unknown>> = {
  id: sql.ref('a.id'),
  release: inRussianOrder('r.title'),
  company: inRussianOrder('c.namecomp'),
  status: statusSql,
  releaseDate: sql`a."releaseDate" + coalesce(a."releaseTime", '00:00')`,
  isPublishedOnTestEnv: sql.ref('a.isPublishedOnTestEnv'),
  remark: inRussianOrder('a.remark'),
  sent_at: sql.ref('a.sent_at'),
  created_at: sql.ref('a.created_at'),
  updated_at: sql.ref('a.updated_at'),
  near: nearness(
    sql`(r.published_at is not null or ${isClosedStep('r.step_id')})`,
    sql`coalesce(a."releaseDate", r.plan_date)`,
  ),
}

interface Page {
  filters: Filters
  limit: number
  skipped: number
}
type Order = Pick<ListQuery, 'order_by' | 'isDesc' | 'group_by'>

/** The columns of a query that an order needs. */
interface Columns {
  id: RawBuilder<unknown>
  key: Expression<unknown>
  plan_date: RawBuilder<unknown>
  release_id: RawBuilder<unknown>
}

/** SQL for the requested order; without one, the newest come first. */
function inOrder({ order_by, isDesc, group_by }: Order, { id, key, plan_date, release_id }: Columns) {
  const direction = order_by === undefined || isDesc ? sql`desc` : sql`asc`
  return sql.join([
    ...(group_by === 'release' ? [sql`${plan_date} desc`, sql`${release_id} desc`] : []),
    ...(keyOf({ order_by }) === 'id' ? [] : [sql`${key} ${direction} nulls last`]),
    sql`${id} ${direction}`,
  ])
}

const keyOf = ({ order_by = 'id' }: Pick<Order, 'order_by'>) => order_by

const columnsFor = (order: Order): Columns => ({
  id: sql`a.id`,
  key: orders[keyOf(order)],
  plan_date: sql`r.plan_date`,
  release_id: sql`r.id`,
})
const FOUND: Columns = { id: sql`id`, key: sql`key`, plan_date: sql`plan_date`, release_id: sql`release_id` }

/** Selects the page's ids first, so that the other fields are computed for that page only. */
const pages = statement(
  (db, { filters, limit, skipped }: Page, order: Order) => {
    const inSameOrder = inOrder(order, columnsFor(order))
    const ids = filtered(db, filters).select('a.id').orderBy(inSameOrder).limit(limit).offset(skipped)
    const shown = known(db, filters.viewer).where('a.id', '=', sql<number>`any(array(${ids}))`)
    return shape(shown, filters.viewer).orderBy(inSameOrder)
  },
  { planned: 'each time' },
)

interface Count {
  status: agreements.AgreementStatus
  shown: number
  count: number
}

const counts = statement(
  (db, filters: Filters) => {
    const each = filtered(db, filters).select([statusSql.as('status'), shownStatusSql(filters).as('shown')])
    return db
      .selectFrom(each.as('each'))
      .select(['status', 'shown', sql<number>`count(*)::int`.as('count')])
      .groupBy(['status', 'shown'])
  },
  { planned: 'each time' },
)

/** SQL that finds the matching agreements once, with what their rows show and what the order needs. */
function foundWith(db: Db, filters: Filters, order: Order) {
  const all = filtered(db, filters).select([
    'a.id',
    statusSql.as('status'),
    shownStatusSql(filters).as('shown'),
    'r.plan_date',
    'r.id as release_id',
    sql`${columnsFor(order).key}`.as('key'),
  ])
  return sql`with found as materialized (${all})`
}

const isShownSql = ({ shown_statuses }: Filters) =>
  shown_statuses ? sql`shown = any(${shown_statuses}::int[])` : sql`true`

/** Finds the matching agreements once, for both the page and its counts. */
const foundOnce = statement(
  (db, { filters, limit, skipped }: Page, order: Order) => {
    const isShown = isShownSql(filters)
    return sql<{ ids: number[]; counted: Count[] }>`
      ${foundWith(db, filters, order)}
      select array(select id from found where ${isShown} order by ${inOrder(order, FOUND)} limit ${limit} offset ${skipped}) as ids,
        (select coalesce(json_agg(each), '[]') from (
          select status, shown, count(*)::int as count from found where ${isShown}
          group by status, shown) as each) as counted`
  },
  { planned: 'each time' },
)

/** Selects the ids of all matching agreements, not only of a page. */
export const idsInOrder = (db: Db, filters: Filters, order: Order) =>
  filters.shown_statuses
    ? sql<{ id: number }>`${foundWith(db, filters, order)}
        select id from found where ${isShownSql(filters)} order by ${inOrder(order, FOUND)}`
    : filtered(db, filters)
        .select('a.id')
        .orderBy(inOrder(order, columnsFor(order)))

const rowsOf = statement((db, { viewer, ids }: { viewer: Viewer; ids: number[] }) =>
  shape(known(db, viewer), viewer)
    .where('a.id', '=', oneOf(ids))
    .orderBy(sql`array_position(${ids}::int[], a.id)`),
)

/** The newest are the last of an index, so that a page of them needs neither the others nor sorting. */
const isByIndex = ({ words, shown_statuses }: Filters, order: Order) =>
  !words && !shown_statuses && keyOf(order) === 'id'

/** Reads one page, and counts the whole set by status. */
async function found(db: Db, page: Page, order: Order) {
  const { filters } = page
  if (!isByIndex(filters, order)) {
    const { ids, counted } = await foundOnce.one(db, page, order)
    return { rows: await rowsOf.all(db, { viewer: filters.viewer, ids }), counted }
  }
  const [rows, counted] = await Promise.all([pages.all(db, page, order), counts.all(db, filters)])
  return { rows, counted }
}

const sumOf = (counted: Count[]) => counted.reduce((sum, { count }) => sum + count, 0)

/** Returns the number of all matching agreements. */
export async function totalOf(db: Db, filters: Filters): Promise<number> {
  const { counted } = await found(db, { filters, limit: 0, skipped: 0 }, { isDesc: false })
  return sumOf(counted)
}

const countsFor = ({ isRivc }: Person, counted: Count[]) => ({
  by_status: agreements.agreementStatuses.map(({ id, name }) => ({
    id,
    name,
    count: sumOf(counted.filter(({ status }) => status === id)),
  })),
  by_shown: agreements
    .shownStatusesFor(isRivc)
    .map(({ id, name }) => ({ id, name, count: sumOf(counted.filter(({ shown }) => shown === id)) }))
    .filter(({ count }) => count > 0),
})

type Source = Pick<Deps, 'db' | 'clock'>

/** The rows as the person may read them. */
async function asRead({ db, clock }: Source, person: Person, rows: Awaited<ReturnType<typeof rowsOf.all>>) {
  const changes = await scopeChangesBy(
    db,
    rows.map(({ id }) => id),
  )
  const dated = rows.map(({ passes_at, ...row }) => ({ ...row, date_passed: hasPassed({ passes_at }, clock.now()) }))
  const waitedBy = await waitedDays(db, clock, dated)
  return dated.map(({ is_visible_for_client, ...row }) => {
    const isOpen = person.isRivc || is_visible_for_client
    const shown = person.isRivc ? row : withoutAddresses(row)
    return { ...withStatus(shown), scope_change: briefly(changes.get(row.id), isOpen), waiting_days: waitedBy(row) }
  })
}

/** Returns the rows with these ids, in the same order, as the person may read them. */
export const rowsInOrder = async (source: Source, person: Person, ids: number[]): Promise<agreements.AgreementRow[]> =>
  asRead(source, person, await rowsOf.all(source.db, { viewer: eyesOf(person), ids }))

/** Returns one page and the counts of the whole filtered set; newest first unless another order is requested. */
export async function listAgreements(source: Source, person: Person, query: ListQuery) {
  const { per_page, order_by, isDesc, group_by } = query
  const filters = filtersOf(person, query, source.clock.now())
  const page = { filters, limit: per_page, skipped: offsetOf(query) }
  const { rows, counted } = await found(source.db, page, { order_by, isDesc, group_by })
  const total = sumOf(counted)
  const data = await asRead(source, person, rows)
  return { ...toPage(query, total, data), counts: { total, ...countsFor(person, counted) } }
}
