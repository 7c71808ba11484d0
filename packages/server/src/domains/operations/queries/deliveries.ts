import { sql, type RawBuilder } from 'kysely'
import type { Company, Delivery, deliveries, QueryOf, Ref } from '@vypusk/contract'
import type { Db } from '../../../platform/call.ts'
import { offsetOf, toPage } from '../../../platform/page.ts'
import { statement } from '../../../platform/statement.ts'
import { nextTries } from '../../deliveries/port.ts'
import { companyOf, filtersOf, narrowed, type Filters } from './delivery-filters.ts'
import { oneOf } from '../../../platform/sql.ts'

type Query = QueryOf<typeof deliveries.list>

const sent = (db: Db, filters: Filters) =>
  db
    .selectFrom('shared_deliveries as d')
    .select(['d.id', 'd.state', 'd.at'])
    .where((eb) => narrowed(eb, filters))

interface Counts {
  failed: number
  queued: number
  sent: number
}

const COUNTS = sql`count(*) filter (where state = 'failed') as failed, count(*) filter (where state = 'queued') as queued,
  count(*) filter (where state = 'sent') as sent`

interface Matching {
  filters: Filters
  state: Delivery['state'] | null
}
interface PageInput extends Matching {
  limit: number
  skipped: number
}
type Order = Pick<Query, 'order_by' | 'isDesc'>

/** Sorting the states alphabetically gives the order that people want: failed, queued, sent. */
function inOrder({ order_by = 'state', isDesc }: Order) {
  const direction = isDesc ? sql`desc` : sql`asc`
  if (order_by === 'state') return sql`state ${direction}, id desc`
  return order_by === 'at' ? sql`at ${direction}, id ${direction}` : sql`id ${direction}`
}

/** Selects the ids of those in a state from a named set. */
const ordered = ({ state }: Matching, order: Order, from: RawBuilder<unknown>) => sql<{ id: number }>`
  select id from ${from} where ${state === null ? sql`true` : sql`state = ${state}`} order by ${inOrder(order)}`

const unnamed = (db: Db, filters: Filters) => sql`(${sent(db, filters)}) as found`

/** Selects the ids of all matching deliveries, not only of a page. */
export const idsInOrder = (db: Db, matching: Matching, order: Order) =>
  ordered(matching, order, unnamed(db, matching.filters))

/** Selects the ids of one page from a named set. */
const pageOf = ({ limit, skipped, ...matching }: PageInput, order: Order, from: RawBuilder<unknown>) =>
  sql<{ id: number }>`${ordered(matching, order, from)} limit ${limit} offset ${skipped}`

/** With a search, finds the matching deliveries once, for the page and for its counts. */
const foundOnce = statement(
  (db, input: PageInput, order: Order) => sql<Counts & { ids: number[] }>`
    with found as materialized (${sent(db, input.filters)})
    select ${COUNTS}, array(${pageOf(input, order, sql`found`)}) as ids from found`,
  { planned: 'each time' },
)

const pageByIndex = statement(
  (db, input: PageInput, order: Order) => pageOf(input, order, unnamed(db, input.filters)),
  { planned: 'each time' },
)

const countsOf = statement(
  (db, { filters }: { filters: Filters }) => sql<Counts>`select ${COUNTS} from ${unnamed(db, filters)}`,
  { planned: 'each time' },
)

/** Without a search, the page is found by its index and everything is counted separately. */
async function found(db: Db, input: PageInput, order: Order) {
  if (input.filters.client_ids || input.filters.words) return foundOnce.one(db, input, order)
  const [page, counts] = await Promise.all([pageByIndex.all(db, input, order), countsOf.one(db, input)])
  return { ...counts, ids: page.map(({ id }) => id) }
}

const COMPANY = sql<Company | null>`case when c.idcomp is not null then
  jsonb_build_object('idcomp', c.idcomp, 'namecomp', c.namecomp) end`
const FILE = sql<Delivery['file']>`case when f.id is not null then
  jsonb_build_object('file_name', f.file_name, 'size', f.size, 'copied', d.copied) end`
/** The person who had the address. */
const PERSON = sql<Ref | null>`(select jsonb_build_object('id', u.id, 'name', u.name) from shared_users as u
  where u.id = (d.readers -> 0 ->> 'id')::int)`

/** Returns the complete rows, in the order of the ids. */
const rowsOf = statement((db, { ids }: { ids: number[] }) =>
  db
    .selectFrom('shared_deliveries as d')
    .leftJoin('shared_letters as l', 'l.id', 'd.letter_id')
    .leftJoin('shared_files as f', 'f.id', 'd.file_id')
    .leftJoin('shared_companies as c', (join) => join.on('c.idcomp', '=', companyOf))
    .select(['d.id', 'd.target', 'd.attempts', 'd.last_error', 'd.at', 'd.entity', 'd.entity_id'])
    .select((eb) => [
      // Check constraints of the columns allow the same values only.
      eb.ref('d.kind').$castTo<Delivery['kind']>().as('kind'),
      eb.ref('d.state').$castTo<Delivery['state']>().as('state'),
      sql<string>`coalesce(l.subject, f.file_name, '')`.as('subject'),
      COMPANY.as('company'),
      PERSON.as('person'),
      FILE.as('file'),
    ])
    .where('d.id', '=', oneOf(ids))
    .orderBy(sql`array_position(${ids}::int[], d.id)`),
)

/** The filters of a query and the state it asks for; null for any. */
export const matchingOf = (query: Query): Matching => ({
  filters: filtersOf(query),
  state: query.state === 'all' ? null : query.state,
})

const totalIn = ({ state }: Matching, counts: Counts) =>
  state === null ? counts.failed + counts.queued + counts.sent : counts[state]

/** Returns the number of all matching deliveries. */
export const totalOf = async (db: Db, matching: Matching): Promise<number> =>
  totalIn(matching, await countsOf.one(db, matching))

/** The deliveries with these ids, in the same order, with the next attempt of each one that is waiting. */
export async function deliveryRows(db: Db, ids: number[]): Promise<deliveries.DeliveryRow[]> {
  const rows = await rowsOf.all(db, { ids })
  const waiting = rows.filter(({ state }) => state === 'queued').map(({ id }) => id)
  const tries = waiting.length > 0 ? await nextTries(db, waiting) : new Map<number, string | null>()
  return rows.map((row) => ({ ...row, next_at: tries.get(row.id) ?? null }))
}

/** A page of deliveries. */
export async function listDeliveries(db: Db, query: Query) {
  const matching = matchingOf(query)
  const input = { ...matching, limit: query.per_page, skipped: offsetOf(query) }
  const { ids, ...counts } = await found(db, input, { order_by: query.order_by, isDesc: query.isDesc })
  return { ...toPage(query, totalIn(matching, counts), await deliveryRows(db, ids)), counts }
}
