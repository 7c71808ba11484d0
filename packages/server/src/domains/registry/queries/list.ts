import { sql, type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool } from 'kysely'
import type { registry } from '@vypusk/contract'
import type { Db, Person } from '../../../platform/call.ts'
import type { DB } from '../../../platform/db-types.gen.ts'
import { numberIn } from '../../../platform/text/number-in.ts'
import { offsetOf, toPage } from '../../../platform/page.ts'
import { containing, inRussianOrder, matchesPattern, some } from '../../../platform/sql.ts'
import { statement } from '../../../platform/statement.ts'
import { abilitiesOf, maySee } from '../policy.ts'
import { isOfOthers, isUnread } from './comments.ts'
import { entryRows } from './rows.ts'
import { entriesFor, readerOf, type Reader } from './scope.ts'

type Query = registry.EntryQuery
type Entries = ExpressionBuilder<DB & { e: DB['registry_entries'] }, 'e'>
type Condition = Expression<SqlBool>

/** Filters by lists of values of which an entry has one. */
const columns = {
  company_ids: sql`e.idcomp`,
  step_ids: sql`e.step_id`,
  priorities: sql`coalesce(e.priority, 0)`,
  boss_ids: sql`coalesce(e.boss_id, 0)`,
  responsible_ids: sql`coalesce(e.responsible_id, 0)`,
}

/** The filters for entries that the person may see; null for one that is not used and adds no condition. */
export const filtersOf = (person: Person, query: Query) => ({
  reader: readerOf(person),
  sees_hours: maySee(person, 'planned_time'),
  lists: {
    company_ids: some(query.company_ids),
    step_ids: some(query.step_ids),
    priorities: some(query.priorities),
    boss_ids: some(query.boss_ids),
    responsible_ids: some(query.responsible_ids),
  },
  date_from: query.date_from ?? null,
  date_to: query.date_to ?? null,
  words: query.search_string ? containing(query.search_string) : null,
  request: numberIn(query.search_string ?? ''),
  is_changed: query.is_changed === true,
  is_unread: query.is_unread === true,
})
type Filters = ReturnType<typeof filtersOf>

function search(eb: Entries, { words, request }: Filters): Condition[] {
  if (words === null) return []
  const found = matchesPattern(eb.ref('e.search_text'), words)
  return [request === null ? found : eb.or([found, eb('e.request_id', '=', request)])]
}

/** Whether the person may read a change `h` of an entry, as in its history (queries/changelog.ts), or it brought the entry. */
const isSeen = ({ reader, sees_hours }: Filters) => sql<SqlBool>`
  (${sees_hours} or h.field <> 'planned_time') and (${reader.isRivc} or h.id >= e.former_change_id)`

/**
 * Whether others have changed or commented on it since the person's previous visit, as far as the person may see; on the
 * first visit nothing is new.
 */
function changed(eb: Entries, filters: Filters): Condition {
  const { reader } = filters
  const { id } = reader
  const since = sql<string>`(select previous_at from registry_visits where user_id = ${id})`
  return eb.and([
    eb('e.updated_at', '>', since),
    eb.or([
      sql<SqlBool>`exists (select from shared_history h where h.entity = 'registry_entry' and h.entity_id = e.id
        and h.at > ${since} and h.user_id <> ${id} and ${isSeen(filters)})`,
      sql<SqlBool>`exists (select from registry_comments c where c.entry_id = e.id
        and c.created_at > ${since} and ${isOfOthers(reader)})`,
    ]),
  ])
}

const unread = (eb: Entries, reader: Reader): Condition =>
  eb.exists(
    eb.selectFrom('registry_comments as c').whereRef('c.entry_id', '=', 'e.id').where(isUnread(reader)).select('c.id'),
  )

function conditions(eb: Entries, filters: Filters): Condition[] {
  const { reader, lists, date_from, date_to, is_changed, is_unread } = filters
  const named = Object.entries(columns) as [keyof typeof columns, Expression<unknown>][]
  return [
    ...named.flatMap(([key, column]) => (lists[key] ? [sql<SqlBool>`${column} = any(${lists[key]}::int[])`] : [])),
    ...(date_from ? [eb('e.created_at', '>=', sql<string>`${date_from}::date`)] : []),
    ...(date_to ? [eb('e.created_at', '<', sql<string>`${date_to}::date + 1`)] : []),
    ...search(eb, filters),
    ...(is_changed ? [changed(eb, filters)] : []),
    ...(is_unread ? [unread(eb, reader)] : []),
  ]
}

/**
 * The entries that the person may see and that match every given filter; several values of one filter are alternatives.
 */
export const filtered = (db: Db, filters: Filters) =>
  entriesFor(db, filters.reader).where((eb) => eb.and(conditions(eb, filters)))
type Filtered = ReturnType<typeof filtered>

const orders: Record<registry.OrderKey, RawBuilder<unknown>> = {
  id: sql`e.id`,
  // Numbers are given in the order of ids; as texts, Р-2026-10000 would come before Р-2026-9999.
  number: sql`e.id`,
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

interface Order {
  key: registry.OrderKey
  direction: 'asc' | 'desc'
}

/** The requested order, by default the newest first. */
export function orderOf(person: Person, { order_by, isDesc }: Query): Order {
  if (!order_by || !maySee(person, order_by)) return { key: 'id', direction: 'desc' }
  return { key: order_by, direction: isDesc ? 'desc' : 'asc' }
}

/** The ids of the set in order; ties are ordered by id, empty values come last. */
export function idsInOrder(set: Filtered, { key, direction }: Order) {
  // The joins only add what the order reads; the rows and the selected column stay the same.
  const joined = withNames(set, key) as Filtered
  return joined
    .select('e.id')
    .$if(key !== 'id', (one) => one.orderBy(orders[key], (order) => order[direction]().nullsLast()))
    .orderBy('e.id', direction)
}

const countsByStep = statement(
  (db, filters: Filters) => {
    const counted = filtered(db, filters)
      .select(['e.step_id', (eb) => eb.fn.countAll<number>().as('count')])
      .groupBy('e.step_id')
      .as('n')
    return db
      .selectFrom('registry_steps as s')
      .leftJoin(counted, 'n.step_id', 's.id')
      .select(['s.id', 's.name', (eb) => eb.fn.coalesce('n.count', eb.val(0)).as('count')])
      .where('s.hidden_at', 'is', null)
      .orderBy('s.order')
      .orderBy('s.id')
  },
  { planned: 'each time' },
)

/** The number of entries of each step with all other filters applied: what choosing that step would show. */
async function countsOf(db: Db, { lists, ...others }: Filters): Promise<registry.EntryPage['counts']> {
  const by_step = await countsByStep.all(db, { ...others, lists: { ...lists, step_ids: null } })
  const chosen = by_step.filter(({ id }) => lists.step_ids?.includes(id) ?? true)
  return { total: chosen.reduce((sum, { count }) => sum + count, 0), by_step }
}

const idsOf = statement(
  (db, { filters, limit, skipped }: { filters: Filters; limit: number; skipped: number }, order: Order) =>
    idsInOrder(filtered(db, filters), order).limit(limit).offset(skipped),
  { planned: 'each time' },
)

/** A page of the registry with its counts and what the person may change in it. */
export async function entriesPage(db: Db, person: Person, query: Query): Promise<registry.EntryPage> {
  const filters = filtersOf(person, query)
  const part = { filters, limit: query.per_page, skipped: offsetOf(query) }
  const [found, counts] = await Promise.all([idsOf.all(db, part, orderOf(person, query)), countsOf(db, filters)])
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
