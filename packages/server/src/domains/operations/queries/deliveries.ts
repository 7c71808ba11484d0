import { sql } from 'kysely'
import type { Company, Delivery, deliveries, QueryOf, Ref } from '@vypusk/contract'
import type { Db } from '../../../platform/call.ts'
import { offsetOf, toPage } from '../../../platform/page.ts'
import { nextTries } from '../../deliveries/port.ts'
import { companyOf, narrowed } from './delivery-filters.ts'

type Query = QueryOf<typeof deliveries.list>

const sent = (db: Db, query: Query) => db.selectFrom('shared_deliveries as d').where((eb) => narrowed(eb, query))

/** How many deliveries there are in each state. */
async function countsOf(db: Db, query: Query) {
  const rows = await sent(db, query)
    .select((eb) => ['d.state', eb.fn.countAll<number>().as('count')])
    .groupBy('d.state')
    .execute()
  const of = (state: Delivery['state']) => rows.find((row) => row.state === state)?.count ?? 0
  return { failed: of('failed'), queued: of('queued'), sent: of('sent') }
}

/** The states are sorted by their names, which gives the useful order: failed, queued, sent. */
const pageOf = (db: Db, { state, order_by = 'state', isDesc, ...query }: Query) =>
  sent(db, { ...query, state, isDesc })
    .select('d.id')
    .$if(state !== 'all', (all) => all.where('d.state', '=', state))
    .$if(order_by === 'state', (all) => all.orderBy('d.state', isDesc ? 'desc' : 'asc').orderBy('d.id', 'desc'))
    .$if(order_by === 'at', (all) => all.orderBy('d.at', isDesc ? 'desc' : 'asc'))
    .$if(order_by !== 'state', (all) => all.orderBy('d.id', isDesc ? 'desc' : 'asc'))
    .limit(query.per_page)
    .offset(offsetOf(query))

const COMPANY = sql<Company | null>`case when c.idcomp is not null then
  jsonb_build_object('idcomp', c.idcomp, 'namecomp', c.namecomp) end`
const FILE = sql<Delivery['file']>`case when f.id is not null then
  jsonb_build_object('file_name', f.file_name, 'size', f.size, 'copied', d.copied) end`
/** The person who has the address. */
const PERSON = sql<Ref | null>`(select jsonb_build_object('id', u.id, 'name', u.name) from shared_users as u
  where d.kind = 'mail' and lower(u.email) = lower(d.target) and u.deleted_at is null order by u.id limit 1)`

/** The rows of one page with all their data. */
const rowsOf = (db: Db, query: Query) =>
  db
    .with('shown', () => pageOf(db, query).select(sql<number>`row_number() over ()`.as('place')))
    .selectFrom('shown')
    .innerJoin('shared_deliveries as d', 'd.id', 'shown.id')
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
    .orderBy('shown.place')
    .execute()

/** A page of deliveries, with the next attempt of each one that is waiting. */
export async function listDeliveries(db: Db, query: Query) {
  const [rows, counts] = await Promise.all([rowsOf(db, query), countsOf(db, query)])
  const waiting = rows.filter(({ state }) => state === 'queued').map(({ id }) => id)
  const tries = waiting.length > 0 ? await nextTries(db, waiting) : new Map<number, string | null>()
  const data = rows.map((row) => ({ ...row, next_at: tries.get(row.id) ?? null }))
  const { failed, queued, sent: arrived } = counts
  const total = query.state === 'all' ? failed + queued + arrived : counts[query.state]
  return { ...toPage(query, total, data), counts }
}
