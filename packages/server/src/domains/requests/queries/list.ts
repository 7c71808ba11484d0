import type { requests } from '@vypusk/contract'
import type { Db, Person } from '../../../platform/call.ts'
import { offsetOf, toPage } from '../../../platform/page.ts'
import { isInPieces } from '../../../platform/sql.ts'
import { asClientAsks } from '../policy.ts'
import { chartsOf } from './charts.ts'
import { countedAtMost } from '../rules.ts'
import { filtered } from './filter.ts'
import { idsInOrder } from './order.ts'
import { rowsInOrder } from './rows.ts'
import { beforeLatest, LATEST, rareIn } from './syllables.ts'

type Query = requests.RequestQuery
type Filtered = ReturnType<typeof filtered>

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
  const set = filtered(db, person, query, rare, after)
  const [ids, counted, charts] = await Promise.all([
    pageIds(set, person, query),
    query.isBounded ? boundedCounts(db, set, countedAtMost(query, foundBy(words))) : exactCounts(set),
    query.charts ? chartsOf(db, set) : undefined,
  ])
  const { more, ...counts } = after === undefined ? counted : soFar(counted)
  const rows = await rowsInOrder(db, person, ids)
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

type Counted = requests.RequestCounts & { more: boolean }

async function exactCounts(set: Filtered): Promise<Counted> {
  const counts = await set
    .select((eb) => [
      eb.fn.countAll<number>().as('total'),
      eb.fn.coalesce(eb.fn.sum<number>('q.planned_time'), eb.val(0)).as('planned_time'),
      eb.fn.countAll<number>().filterWhere('q.inBacklog', '=', true).as('in_backlog'),
      eb.fn.countAll<number>().filterWhere('q.isPaid', '=', true).as('paid'),
    ])
    .executeTakeFirstOrThrow()
  return { ...counts, more: false }
}

/** The same of a set that is not larger than the bound; of a larger one, that it is. */
async function boundedCounts(db: Db, set: Filtered, bound: number): Promise<Counted> {
  const some = set.select(['q.planned_time', 'q.inBacklog', 'q.isPaid']).limit(bound + 1)
  const counts = await exactCounts(db.selectFrom(some.as('q')))
  if (counts.total <= bound) return counts
  return soFar({ ...counts, total: bound })
}

const soFar = ({ total }: Counted): Counted => ({ total, planned_time: null, in_backlog: null, paid: null, more: true })

async function pageIds(set: Filtered, person: Person, query: Query): Promise<number[]> {
  const rows = await idsInOrder(set, person, query).limit(query.per_page).offset(offsetOf(query)).execute()
  return rows.map(({ id }) => id)
}
