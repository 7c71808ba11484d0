import { sql, type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool } from 'kysely'
import type { registry } from '@vypusk/contract'
import type { Db, Person } from '../../../platform/call.ts'
import type { DB } from '../../../platform/db-types.gen.ts'
import { offsetOf, toPage } from '../../../platform/page.ts'
import { containing, inRussianOrder } from '../../../platform/sql.ts'
import { abilitiesOf, maySee } from '../policy.ts'
import { requestInSearch } from '../rules.ts'
import { isUnread } from './comments.ts'
import { entryRows } from './rows.ts'
import { entriesFor } from './scope.ts'

type Query = registry.EntryQuery
type Entries = ExpressionBuilder<DB & { e: DB['registry_entries'] }, 'e'>
type Condition = Expression<SqlBool>

const isOneOf = (column: Expression<unknown>, values: number[] | null | undefined): Condition[] =>
  values?.length ? [sql<SqlBool>`${column} = any(${values}::int[])`] : []

function search(eb: Entries, text: Query['search_string']): Condition[] {
  if (!text) return []
  const found = eb('e.search_text', 'like', containing(text))
  const request = requestInSearch(text)
  return [request ? eb.or([found, eb('e.request_id', '=', request)]) : found]
}

/**
 * Whether others have changed or commented on it since the person's previous visit; on the first visit nothing is new.
 */
function changed(eb: Entries, { id }: Person): Condition {
  const since = sql<string>`(select previous_at from registry_visits where user_id = ${id})`
  return eb.and([
    eb('e.updated_at', '>', since),
    eb.or([
      sql<SqlBool>`exists (select from shared_history h where h.entity = 'registry_entry' and h.entity_id = e.id
        and h.at > ${since} and h.user_id <> ${id})`,
      sql<SqlBool>`exists (select from registry_comments c where c.entry_id = e.id
        and c.created_at > ${since} and c.user_id <> ${id})`,
    ]),
  ])
}

const unread = (eb: Entries, person: Person): Condition =>
  eb.exists(
    eb
      .selectFrom('registry_comments as c')
      .whereRef('c.entry_id', '=', 'e.id')
      .where((inner) => isUnread(inner, person))
      .select('c.id'),
  )

function conditions(eb: Entries, person: Person, query: Query): Condition[] {
  return [
    ...isOneOf(eb.ref('e.idcomp'), query.company_ids),
    ...isOneOf(eb.ref('e.step_id'), query.step_ids),
    ...isOneOf(sql`coalesce(e.priority, 0)`, query.priorities),
    ...isOneOf(sql`coalesce(e.boss_id, 0)`, query.boss_ids),
    ...isOneOf(sql`coalesce(e.responsible_id, 0)`, query.responsible_ids),
    ...(query.date_from ? [eb('e.created_at', '>=', sql<string>`${query.date_from}::date`)] : []),
    ...(query.date_to ? [eb('e.created_at', '<', sql<string>`${query.date_to}::date + 1`)] : []),
    ...search(eb, query.search_string),
    ...(query.is_changed ? [changed(eb, person)] : []),
    ...(query.is_unread ? [unread(eb, person)] : []),
  ]
}

/**
 * The entries that the person may see and that match every given filter; several values of one filter are alternatives.
 */
export const filtered = (db: Db, person: Person, query: Query) =>
  entriesFor(db, person).where((eb) => eb.and(conditions(eb, person, query)))
type Filtered = ReturnType<typeof filtered>

const orders: Record<registry.OrderKey, RawBuilder<unknown>> = {
  id: sql`e.id`,
  number: sql`e.number`,
  request: sql`e.request_id`,
  title: inRussianOrder('e.title'),
  priority: sql`e.priority`,
  due_date: sql`e.due_date`,
  planned_time: sql`e.planned_time`,
  created_at: sql`e.created_at`,
  updated_at: sql`e.updated_at`,
  company: inRussianOrder('o.namecomp'),
  step: sql`o."order"`,
  responsible: inRussianOrder('o.name'),
  boss: inRussianOrder('o.name'),
  author: inRussianOrder('o.name'),
}

/** Joins what the order needs beside the entry itself. */
function withNames(set: Filtered, key: registry.OrderKey) {
  if (key === 'company') return set.innerJoin('shared_companies as o', 'o.idcomp', 'e.idcomp')
  if (key === 'step') return set.innerJoin('registry_steps as o', 'o.id', 'e.step_id')
  if (key === 'responsible') return set.leftJoin('shared_users as o', 'o.id', 'e.responsible_id')
  if (key === 'boss') return set.leftJoin('shared_users as o', 'o.id', 'e.boss_id')
  if (key === 'author') return set.innerJoin('shared_users as o', 'o.id', 'e.author_id')
  return set
}

/**
 * The ids of the set in the requested order, by default the newest first; ties are ordered by id, empty values come
 * last.
 */
export function idsInOrder(set: Filtered, person: Person, query: Pick<Query, 'order_by' | 'isDesc'>) {
  const known = query.order_by && maySee(person, query.order_by) ? query.order_by : undefined
  const key = known ?? 'id'
  const direction = known ? (query.isDesc ? 'desc' : 'asc') : 'desc'
  // The joins only add what the order reads; the rows and the selected column stay the same.
  const joined = withNames(set, key) as Filtered
  return joined
    .select('e.id')
    .$if(key !== 'id', (one) => one.orderBy(orders[key], (order) => order[direction]().nullsLast()))
    .orderBy('e.id', direction)
}

/** The number of entries of each step with all other filters applied: what choosing that step would show. */
async function countsOf(db: Db, person: Person, query: Query): Promise<registry.EntryPage['counts']> {
  const counted = filtered(db, person, { ...query, step_ids: undefined })
    .select(['e.step_id', (eb) => eb.fn.countAll<number>().as('count')])
    .groupBy('e.step_id')
    .as('n')
  const by_step = await db
    .selectFrom('registry_steps as s')
    .leftJoin(counted, 'n.step_id', 's.id')
    .select(['s.id', 's.name', (eb) => eb.fn.coalesce('n.count', eb.val(0)).as('count')])
    .where('s.hidden_at', 'is', null)
    .orderBy('s.order')
    .orderBy('s.id')
    .execute()
  const chosen = by_step.filter(({ id }) => !query.step_ids?.length || query.step_ids.includes(id))
  return { total: chosen.reduce((sum, { count }) => sum + count, 0), by_step }
}

/** A page of the registry with its counts and what the person may change in it. */
export async function entriesPage(db: Db, person: Person, query: Query): Promise<registry.EntryPage> {
  const [found, counts] = await Promise.all([
    idsInOrder(filtered(db, person, query), person, query)
      .limit(query.per_page)
      .offset(offsetOf(query))
      .execute(),
    countsOf(db, person, query),
  ])
  const rows = await entryRows(
    db,
    person,
    found.map(({ id }) => id),
  )
  return {
    ...toPage(query, counts.total, rows),
    counts,
    abilities: { first_step: abilitiesOf(person, 'first_step'), later: abilitiesOf(person, 'later') },
  }
}
