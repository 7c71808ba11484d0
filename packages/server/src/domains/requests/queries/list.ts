import { sql } from 'kysely'
import type { requests } from '@vypusk/contract'
import type { Db, Person } from '../../../platform/call.ts'
import { offsetOf, toPage } from '../../../platform/page.ts'
import { isInPieces } from '../../../platform/sql.ts'
import { statement } from '../../../platform/statement.ts'
import { asClientAsks } from '../policy.ts'
import { chartsOf } from './charts.ts'
import { countedAtMost } from '../rules.ts'
import { filtered, filtersOf, type Filters } from './filter.ts'
import { idsInOrder, orderOf, type Order } from './order.ts'
import { columnsOf, namedRows, type Row } from './rows.ts'
import { requestsFor } from './scope.ts'
import { beforeLatest, LATEST, rareIn } from './syllables.ts'

type Query = requests.RequestQuery

/** The backlog, or the client's list when `asClient`: the page, its counts, and charts when asked. */
export async function requestPage(
  db: Db,
  person: Person,
  asked: Query,
  asClient: boolean,
): Promise<requests.RequestPage> {
  const query = asClient ? asClientAsks(asked) : asked
  const words = query.search_string
  const rare = await rareIn(db, words)
  const after = query.isBounded && rare === 'letter' ? await beforeLatest(db) : undefined
  const filters = filtersOf(person, query, rare, after)
  const bound = query.isBounded ? countedAtMost(query, foundBy(words)) : null
  const [page, charts] = await Promise.all([
    pages.all(db, { filters, bound, limit: query.per_page, skipped: offsetOf(query) }, orderOf(query)),
    query.charts ? chartsOf(db, filtered(db, filters)) : undefined,
  ])
  const { more, ...counts } = countsIn(page[0] ?? NOTHING, bound, after !== undefined)
  const rows = await namedRows(db, person, page.filter(isThere))
  const data = asClient ? rows.map((row) => ({ ...row, backlog_request: null })) : rows
  return {
    ...toPage(query, counts.total, data),
    more,
    among: after === undefined ? null : LATEST,
    counts: asClient ? { ...counts, planned_time: null, in_backlog: null } : counts,
    ...(charts && { charts }),
  }
}

const foundBy = (words: string | null | undefined) => (!words ? 'index' : isInPieces(words) ? 'words' : 'letters')

interface Given {
  filters: Filters
  /** Counted so far and no further; null: to the end. */
  bound: number | null
  limit: number
  skipped: number
}

/** The rows of the page, each with the counts of the set; of an empty page one row with the counts alone. */
const pages = statement(
  (db, { filters, bound, limit, skipped }: Given, order: Order) => {
    const ids = idsInOrder(filtered(db, filters), filters.viewer, order).limit(limit).offset(skipped)
    // Gathered before their rows are looked up: what is skipped is skipped in an index.
    const page = sql<number[]>`array(${ids})`
    const rows = columnsOf(
      requestsFor(db, filters.viewer).where('q.id', '=', sql<number>`any(${page})`),
      filters.viewer,
    ).select(sql<number>`array_position(${page}, q.id)`.as('place'))
    return db
      .selectFrom(countsOf(db, filters, bound).as('counted'))
      .leftJoin(rows.as('row'), (join) => join.onTrue())
      .selectAll(['counted', 'row'])
      .orderBy('row.place')
  },
  { planned: 'each time' },
)
type PageRow = Awaited<ReturnType<typeof pages.all>>[number]

const isThere = (row: PageRow): row is PageRow & Row => row.id !== null

/** Counts of the set, as far as the bound and one further: that there is more. */
function countsOf(db: Db, filters: Filters, bound: number | null) {
  const set = filtered(db, filters)
  const some = set.select(['q.planned_time', 'q.inBacklog', 'q.isPaid']).limit(sql<number>`${bound}::int + 1`)
  // Of a bounded set the columns are the same.
  const counted = (bound === null ? set : db.selectFrom(some.as('q'))) as typeof set
  return counted.select((eb) => [
    eb.fn.countAll<number>().as('total'),
    eb.fn.coalesce(eb.fn.sum<number>('q.planned_time'), sql<number>`0`).as('planned_minutes'),
    eb.fn.countAll<number>().filterWhere('q.inBacklog', '=', sql.lit(true)).as('in_backlog'),
    eb.fn.countAll<number>().filterWhere('q.isPaid', '=', sql.lit(true)).as('paid'),
  ])
}

const NOTHING = { total: 0, planned_minutes: 0, in_backlog: 0, paid: 0 }
type Counted = requests.RequestCounts & { more: boolean }

/** Of a set that is larger than the bound only that it is. @param isSoFar whether only some were looked through */
function countsIn(
  { total, planned_minutes, in_backlog, paid }: typeof NOTHING,
  bound: number | null,
  isSoFar: boolean,
): Counted {
  const isMore = bound !== null && total > bound
  if (isMore || isSoFar)
    return { total: isMore ? bound : total, planned_time: null, in_backlog: null, paid: null, more: true }
  return { total, planned_time: planned_minutes, in_backlog, paid, more: false }
}
