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
import { idsInOrder, inOrder, keyed, orderOf, type Order } from './order.ts'
import { rowsInOrder } from './rows.ts'
import { beforeLatest, LATEST, rareIn } from './syllables.ts'

type Query = requests.RequestQuery

/** The backlog, or the client's list when `asClient`: the page, its counts, and charts when asked. */
export async function requestPage(
  db: Db,
  person: Person,
  asked: Query,
  asClient: boolean,
): Promise<requests.RequestPage> {
  const query = asClient ? asClientAsks(asked, person) : asked
  const words = query.search_string
  const rare = await rareIn(db, words)
  const after = query.isBounded && rare === 'letter' ? await beforeLatest(db) : undefined
  const filters = filtersOf(person, query, rare, after)
  const bound = query.isBounded ? countedAtMost(query, foundBy(words)) : null
  const given = { filters, bound, limit: query.per_page, skipped: offsetOf(query) }
  const [page, charts] = await Promise.all([
    pages.one(db, given, { order: orderOf(query), few: FEW[foundBy(words)] }),
    query.charts ? chartsOf(db, filtered(db, filters)) : undefined,
  ])
  const { more, ...counts } = countsIn(page, bound, after !== undefined)
  const rows = await rowsInOrder(db, person, page.ids)
  const data = asClient && person.isRivc ? rows.map((row) => ({ ...row, backlog_request: null })) : rows
  return {
    ...toPage(query, counts.total, data),
    more,
    among: after === undefined ? null : LATEST,
    counts: asClient ? countsFor(person, counts) : counts,
    ...(charts && { charts }),
  }
}

/** What a client's list counts. */
const countsFor = ({ hours_open }: Person, counts: requests.RequestCounts): requests.RequestCounts => ({
  ...counts,
  planned_time: hours_open ? counts.planned_time : null,
  in_backlog: null,
})

const foundBy = (words: string | null | undefined) => (!words ? 'index' : isInPieces(words) ? 'words' : 'letters')

interface PageInput {
  filters: Filters
  /** Counted so far and no further; null: to the end. */
  bound: number | null
  limit: number
  skipped: number
}

/** So few are all read once, counted and put in order; of more the page is found by its index and the rest is counted. */
const FEW = { letters: 100, words: 300, index: 2000 }

/** The counts of the set and the ids of the page; their rows are looked up by a statement that is planned once. */
const pages = statement(
  (db, { filters, bound, limit, skipped }: PageInput, { order, few }: { order: Order; few: number }) => {
    const { viewer } = filters
    const set = filtered(db, filters)
    const counted = ['q.planned_time', 'q.inBacklog', 'q.isPaid'] as const
    const some = keyed(set, viewer, order)
      .select(counted)
      .limit(sql.lit(few + 1))
    const many = set.select(counted).$if(bound !== null, (all) => all.limit(sql<number>`${bound}::int + 1`))
    const sortedIds = sql`select id from few order by ${inOrder(sql`key`, sql`id`, order)}`
    return sql<Counts & { ids: number[] }>`
      with few as materialized (${some}),
        size as materialized (select count(*) <= ${sql.lit(few)} as is_few from few),
        counted as (
          select planned_time, "inBacklog", "isPaid" from few where (select is_few from size)
          union all
          select * from (${many}) as many where not (select is_few from size))
      select count(*) as total, coalesce(sum(planned_time), 0) as planned_minutes,
        count(*) filter (where "inBacklog") as in_backlog, count(*) filter (where "isPaid") as paid,
        case when (select is_few from size)
          then array(${sortedIds} limit ${limit} offset ${skipped})
          else array(${idsInOrder(set, viewer, order).limit(limit).offset(skipped)}) end as ids
      from counted`
  },
  { planned: 'each time' },
)

interface Counts {
  total: number
  planned_minutes: number
  in_backlog: number
  paid: number
}
type Counted = requests.RequestCounts & { more: boolean }

/** Of a set that is larger than the bound only that it is. @param isSoFar whether only some were looked through */
function countsIn(
  { total, planned_minutes, in_backlog, paid }: Counts,
  bound: number | null,
  isSoFar: boolean,
): Counted {
  const isMore = bound !== null && total > bound
  if (isMore || isSoFar)
    return { total: isMore ? bound : total, planned_time: null, in_backlog: null, paid: null, more: true }
  return { total, planned_time: planned_minutes, in_backlog, paid, more: false }
}
