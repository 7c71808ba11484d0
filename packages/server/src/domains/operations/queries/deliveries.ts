import { sql, type RawBuilder } from 'kysely'
import type { Company, Delivery, deliveries, QueryOf, Ref } from '@vypusk/contract'
import type { Db } from '../../../platform/call.ts'
import { offsetOf, toPage } from '../../../platform/page.ts'
import { nextTries } from '../../deliveries/port.ts'
import { companyOf, narrowed } from './delivery-filters.ts'

type Query = QueryOf<typeof deliveries.list>

const sent = (db: Db, query: Query) => db.selectFrom('shared_deliveries as d').where((eb) => narrowed(eb, query))

interface Counts {
  failed: number
  queued: number
  sent: number
}

const COUNTS = sql`count(*) filter (where state = 'failed') as failed, count(*) filter (where state = 'queued') as queued,
  count(*) filter (where state = 'sent') as sent`

/** Sorting the states alphabetically gives the order that people want: failed, queued, sent. */
function inOrder({ order_by = 'state', isDesc }: Query) {
  const direction = isDesc ? sql`desc` : sql`asc`
  if (order_by === 'state') return sql`state ${direction}, id desc`
  return order_by === 'at' ? sql`at ${direction}, id ${direction}` : sql`id ${direction}`
}

const ofState = ({ state }: Query) => (state === 'all' ? sql`true` : sql`state = ${state}`)

/** Selects the ids of one page from a named set. */
const pageOf = (query: Query, from: RawBuilder<unknown>) => sql`
  select id from ${from} where ${ofState(query)} order by ${inOrder(query)} limit ${query.per_page} offset ${offsetOf(query)}`

interface Found extends Counts {
  ids: number[]
}

/** With a search, finds the matching deliveries once, for the page and for its counts. */
async function foundOnce(db: Db, query: Query): Promise<Found> {
  const { rows } = await sql<Found>`
    with found as materialized (${sent(db, query).select(['d.id', 'd.state', 'd.at'])})
    select ${COUNTS}, array(${pageOf(query, sql`found`)}) as ids from found`.execute(db)
  return only(rows)
}

/** Without a search, finds the page by its index and counts the rest separately. */
async function foundByIndex(db: Db, query: Query): Promise<Found> {
  const all = sql`(${sent(db, query).select(['d.id', 'd.state', 'd.at'])}) as found`
  const [page, counts] = await Promise.all([
    sql<{ id: number }>`${pageOf(query, all)}`.execute(db),
    sql<Counts>`select ${COUNTS} from ${all}`.execute(db),
  ])
  return { ...only(counts.rows), ids: page.rows.map(({ id }) => id) }
}

const isNarrow = ({ client_ids, search_string }: Query) => client_ids.length > 0 || Boolean(search_string?.trim())

/** An aggregate always returns one row. */
function only<Row>([row]: Row[]): Row {
  if (row === undefined) throw new Error('nothing was counted')
  return row
}

const COMPANY = sql<Company | null>`case when c.idcomp is not null then
  jsonb_build_object('idcomp', c.idcomp, 'namecomp', c.namecomp) end`
const FILE = sql<Delivery['file']>`case when f.id is not null then
  jsonb_build_object('file_name', f.file_name, 'size', f.size, 'copied', d.copied) end`
/** The person who has the address. */
const PERSON = sql<Ref | null>`(select jsonb_build_object('id', u.id, 'name', u.name) from shared_users as u
  where d.kind = 'mail' and lower(u.email) = lower(d.target) and u.deleted_at is null order by u.id limit 1)`

/** Returns the complete rows of one page, in the order of the ids. */
const rowsOf = (db: Db, ids: number[]) =>
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
    .where('d.id', '=', sql<number>`any(${ids}::int[])`)
    .orderBy(sql`array_position(${ids}::int[], d.id)`)
    .execute()

/** A page of deliveries, with the next attempt of each one that is waiting. */
export async function listDeliveries(db: Db, query: Query) {
  const { ids, ...counts } = await (isNarrow(query) ? foundOnce : foundByIndex)(db, query)
  const rows = await rowsOf(db, ids)
  const waiting = rows.filter(({ state }) => state === 'queued').map(({ id }) => id)
  const tries = waiting.length > 0 ? await nextTries(db, waiting) : new Map<number, string | null>()
  const data = rows.map((row) => ({ ...row, next_at: tries.get(row.id) ?? null }))
  const { failed, queued, sent: arrived } = counts
  const total = query.state === 'all' ? failed + queued + arrived : counts[query.state]
  return { ...toPage(query, total, data), counts }
}
