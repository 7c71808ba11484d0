import { sql } from 'kysely'
import type { requests } from '@vypusk/contract'
import type { Db, Person } from '../../../platform/call.ts'
import { offsetOf, toPage } from '../../../platform/page.ts'
import { isInPieces } from '../../../platform/sql.ts'
import { statement } from '../../../platform/statement.ts'
import { asClientAsks } from '../policy.ts'
import { idsByNames, isByNames, type ByNames } from './by-names.ts'
import { isNearDays } from './bitmaps.ts'
import { chartsOf } from './charts.ts'
import { countedAtMost } from '../rules.ts'
import { filtered, filtersOf, withoutIndex, type Filters } from './filter.ts'
import { idsInOrder, inOrder, keyed, orderOf, type Order } from './order.ts'
import { forgetLarge, hintOf, isLarge, lastSize, rememberLarge } from './large.ts'
import { rowsInOrder } from './rows.ts'
import { beforeLatest, LATEST, rareIn } from './syllables.ts'

type Query = requests.RequestQuery

/** The backlog, or the client's list if `asClient`: the page, its counts, and charts if requested. */
export async function requestPage(
  db: Db,
  person: Person,
  listQuery: Query,
  asClient: boolean,
): Promise<requests.RequestPage> {
  const query = asClient ? asClientAsks(listQuery, person) : listQuery
  const words = query.search_string
  const rare = await rareIn(db, words)
  const after = query.isBounded && rare === 'letter' ? await beforeLatest(db) : undefined
  const filters = filtersOf(person, query, rare, after)
  const bound = query.isBounded ? countedAtMost(query, foundBy(words)) : null
  const pageInput = { filters, bound, limit: query.per_page, skipped: offsetOf(query) }
  const charted = query.charts ? chartsOf(db, filters) : undefined
  const [page, charts] = await Promise.all([
    foundPage(db, pageInput, { order: orderOf(query), few: charted ? 0 : FEW[foundBy(words)], charted }),
    charted,
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

/** The counts for a client. */
const countsFor = ({ hours_open }: Person, counts: requests.RequestCounts): requests.RequestCounts => ({
  ...counts,
  planned_time: hours_open ? counts.planned_time : null,
  in_backlog: null,
})

const foundBy = (words: string | null | undefined) => (!words ? 'index' : isInPieces(words) ? 'words' : 'letters')

interface PageInput {
  filters: Filters
  /** Counting stops at this number; null counts to the end. */
  bound: number | null
  limit: number
  skipped: number
}

/**
 * Sets up to this size are read once, counted and sorted; of larger ones the page is found by an index and the rest is
 * only counted. Sets filtered by a word have to be read to be counted, up to this size.
 */
const FEW = { letters: 100, words: 10_000, index: 10_000 }

interface PageForm {
  order: Order
  /** 0 if all rows are read anyway, however many there are. */
  few: number
  /** The charts of the same set, if they are asked for. */
  charted: Promise<requests.RequestCharts> | undefined
}
type Page = Counts & { ids: number[] }

/** The counts of the set and the ids of the page; its rows are read by a statement that is planned once. */
async function foundPage(db: Db, pageInput: PageInput, form: PageForm): Promise<Page> {
  const known = hintOf(pageInput.filters)
  if (form.few > 0 && !isLarge(known)) {
    const page = await shortPage.one(db, pageInput, form)
    if (page.total <= form.few) return page
    rememberLarge(known)
  }
  const { counts, ids } = await countedAndFound(db, pageInput, form)
  if (counts.total <= form.few) forgetLarge(known)
  else if (isLarge(known)) rememberLarge(known, isWhole(counts, pageInput) ? counts.total : Infinity)
  return { ...counts, ids: ids.map(({ id }) => id) }
}

/**
 * Sets up to this size are read and sorted by names faster than searched thing by thing, because most things may have
 * no request in them.
 */
const GATHERED = 50_000

async function countedAndFound(db: Db, pageInput: PageInput, form: PageForm) {
  const { filters, bound } = pageInput
  const { order } = form
  if (!isByNames(order)) {
    const [counts, ids] = await Promise.all([countsOf(db, pageInput, form), idsByIndex.all(db, pageInput, { order })])
    return { counts, ids }
  }
  const counts = await countsOf(db, pageInput, form)
  const areCounted = bound === null || counts.total <= bound
  // The requests of a client's company are few enough to be read.
  const areFew = !filters.viewer.isRivc || (areCounted && counts.total <= GATHERED)
  return { counts, ids: await (areFew ? idsGathered : idsThingByThing).all(db, pageInput, { order }) }
}

const counted = ['q.planned_time', 'q.inBacklog', 'q.isPaid'] as const
const sums = sql`count(*) as total, coalesce(sum(planned_time), 0) as planned_minutes,
  count(*) filter (where "inBacklog") as in_backlog, count(*) filter (where "isPaid") as paid`

const shortPage = statement(
  (db, { filters, limit, skipped }: PageInput, { order, few }: PageForm) => {
    const some = keyed(filtered(db, filters), filters.viewer, order)
      .select(counted)
      .limit(sql.lit(few + 1))
    return sql<Page>`
      with few as materialized (${some})
      select ${sums}, array(
        select id from few order by ${inOrder(sql`key`, sql`id`, order)} limit ${limit} offset ${skipped}) as ids
      from few`
  },
  { planned: 'each time' },
)

const longCounts = statement(
  (db, { filters, bound }: PageInput) => {
    const many = filtered(db, filters)
      .select(counted)
      .$if(bound !== null, (all) => all.limit(sql<number>`${bound}::int + 1`))
    return sql<Counts>`select ${sums} from (${many}) as many`
  },
  { planned: 'each time' },
)

/** Whether counting ended with the set, and not at the bound. */
const isWhole = ({ total }: Counts, { bound }: PageInput) => bound === null || total <= bound

/**
 * The counts up to the bound: if the charts have counted more than that, there is nothing left to count. A set that was
 * within the bound last time is counted without one: to stop at it costs an eighth of the counting.
 */
async function countsOf(db: Db, pageInput: PageInput, { charted }: PageForm): Promise<Counts> {
  const { by_status = [] } = (await charted) ?? {}
  const total = by_status.reduce((sum, { count }) => sum + count, 0)
  if (pageInput.bound !== null && total > pageInput.bound) return { total, planned_minutes: 0, in_backlog: 0, paid: 0 }
  const { filters, bound } = pageInput
  const isWithin = bound !== null && lastSize(hintOf(filters)) <= bound
  return longCounts.one(db, { ...pageInput, bound: isWithin ? null : bound })
}

/** The set for a page that is found by an index of its order. */
const nearDays = (db: Db, filters: Filters) => filtered(db, filters).where((eb) => eb.and(isNearDays(filters)))

const idsByIndex = statement(
  (db, { filters, limit, skipped }: PageInput, { order }: { order: Order }) =>
    idsInOrder(nearDays(db, filters), filters.viewer, order).limit(limit).offset(skipped),
  { planned: 'each time' },
)

/** There are thousands of releases with some hundred requests each, unlike all other things that have names. */
const readEach = (filters: Filters, { order_by }: Order) => (order_by === 'release' ? withoutIndex(filters) : filters)

const idsThingByThing = statement(
  (db, { filters, ...part }: PageInput, { order }: { order: ByNames }) =>
    idsByNames(nearDays(db, readEach(filters, order)), filters.viewer, order, part),
  { planned: 'each time' },
)

/** Materialised before they are sorted, so that the planner does not search thing by thing after all. */
const idsGathered = statement(
  (db, { filters, limit, skipped }: PageInput, { order }: { order: Order }) => sql<{ id: number }>`
    with found as materialized (${keyed(filtered(db, filters), filters.viewer, order)})
    select id from found order by ${inOrder(sql`key`, sql`id`, order)} limit ${limit} offset ${skipped}`,
  { planned: 'each time' },
)

interface Counts {
  total: number
  planned_minutes: number
  in_backlog: number
  paid: number
}
type Counted = requests.RequestCounts & { more: boolean }

/**
 * The counts for the page; for a set larger than the bound only that it is larger. @param isSoFar whether only a part
 * was searched
 */
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
