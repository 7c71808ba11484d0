import {
  sql,
  type Expression,
  type ExpressionBuilder,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
} from 'kysely'
import type { threads } from '@vypusk/contract'
import type { Db, Deps, Person } from '../../../platform/call.ts'
import { today } from '../../../platform/clock.ts'
import type { DB } from '../../../platform/db-types.gen.ts'
import { numberIn } from '../../../platform/text/number-in.ts'
import { offsetOf, toPage } from '../../../platform/page.ts'
import { containing, folded, inRussianOrder, matchesPattern, oneOf, some } from '../../../platform/sql.ts'
import { statement } from '../../../platform/statement.ts'
import { companyNames, isNamed, personNames } from '../../catalog/port.ts'
import { inState, isLate, type Awaited } from '../rules.ts'
import { wordsIn } from './threads.ts'

type Tables = { t: DB['threads']; s: DB['thread_subjects']; c: DB['shared_companies']; e: DB['entries'] }
type In = ExpressionBuilder<Tables & DB, 't' | 's' | 'c' | 'e'>

/** The remarks of existing agreements, each with its first entry. */
const all = (db: Db) =>
  db
    .selectFrom('threads as t')
    .innerJoin('thread_subjects as s', (join) =>
      join.on('s.entity', '=', sql.lit('agreement')).onRef('s.entity_id', '=', 't.agreement_id'),
    )
    .innerJoin('shared_companies as c', 'c.idcomp', 's.idcomp')
    .innerJoin('entries as e', (join) =>
      join.on('e.id', '=', (eb) =>
        eb
          .selectFrom('entries as first')
          .select((of) => of.fn.min('first.id').as('id'))
          .whereRef('first.thread_id', '=', 't.id'),
      ),
    )
    .where('s.is_living', '=', true)

/** The filters; one that is null is left out of the statement. @param day today, `YYYY-MM-DD` */
export function filtersOf(query: threads.ThreadQuery, person: Person, day: string) {
  const { release_ids, client_ids, owner_ids, search_string: text, shown, mine, late, blocking } = query
  return {
    release_ids: some(release_ids),
    client_ids: some(client_ids),
    owner_ids: some(owner_ids),
    words: text ? containing(text) : null,
    /** The remark's number, if the search text may be one. */
    number: numberIn(text ?? ''),
    states: inState(shown),
    mine,
    late,
    blocking,
    person_id: person.id,
    day,
  }
}
type Filters = ReturnType<typeof filtersOf>

const isOneOf = (column: Expression<unknown>, values: number[] | null) =>
  values ? [sql<SqlBool>`${column} = any(${values}::int[])`] : []

const searched = [wordsIn('e'), sql.ref<string>('s.title')]

function holds(eb: In, { words, number }: Filters) {
  if (words === null) return []
  const exact = number === null ? [] : [eb('t.id', '=', number)]
  return [eb.or([...searched.map((text) => matchesPattern(folded(text), words)), isNamed('s.idcomp', words), ...exact])]
}

const lateOn = (day: string) => sql<SqlBool>`(t.state = 'open' and t.due < ${day}::date)`

/** The remarks that match the releases, companies, owners and search text. */
const chosen = (db: Db, filters: Filters) =>
  all(db).where((eb) =>
    eb.and([
      ...isOneOf(eb.ref('s.release_id'), filters.release_ids),
      ...isOneOf(eb.ref('s.idcomp'), filters.client_ids),
      ...isOneOf(eb.ref('t.owner_id'), filters.owner_ids),
      ...holds(eb, filters),
    ]),
  )

/** Whether a chosen remark is shown: the other filters, whose numbers are counted beside them. */
const isShown = (eb: In, filters: Filters) =>
  eb.and([
    eb('t.state', '=', sql<string>`any(${filters.states}::text[])`),
    ...(filters.mine ? [eb('t.owner_id', '=', filters.person_id)] : []),
    ...(filters.late ? [lateOn(filters.day)] : []),
    ...(filters.blocking ? [eb('t.blocks', '=', true)] : []),
  ])

const filtered = (db: Db, filters: Filters) => chosen(db, filters).where((eb) => isShown(eb, filters))

const inStates = (state: RawBuilder<unknown>) => sql`array_position(array['open', 'answered', 'closed'], ${state})`

const orders: Record<(typeof threads.threadOrder)[number], Expression<unknown>> = {
  id: sql.ref('t.id'),
  // Nobody has to answer the others by a day, and none is shown.
  due: sql`case when t.state = 'open' then t.due end`,
  state: inStates(sql`t.state`),
  title: inRussianOrder('s.title'),
  company: inRussianOrder('c.namecomp'),
  owner: inRussianOrder(sql`(select u.name from shared_users u where u.id = t.owner_id)`),
  created_at: sql.ref('t.created_at'),
  updated_at: sql.ref('t.updated_at'),
}

type Order = Pick<threads.ThreadQuery, 'order_by' | 'isDesc'>

/** The columns that an order needs, with the key it sorts by. */
const keyed = <Row>(query: SelectQueryBuilder<Tables & DB, 't' | 's' | 'c' | 'e', Row>, { order_by = 'id' }: Order) =>
  query.select(['t.id', 't.state', 't.due', sql`${orders[order_by]}`.as('key')])

/** Remarks that wait for an answer come before answered ones; the nearest due day comes first. */
function inOrder({ order_by, isDesc }: Order) {
  const direction = isDesc ? sql`desc` : sql`asc`
  const first = order_by ? sql`key ${direction} nulls last` : sql`${inStates(sql`state`)}, due nulls last`
  return sql`${first}, id ${direction}`
}

export const idsInOrder = (db: Db, filters: Filters, order: Order) =>
  sql<{ id: number }>`select id from (${keyed(filtered(db, filters), order)}) as found order by ${inOrder(order)}`

/** Finds the chosen remarks once, for the page and for the counts. */
const foundOnce = statement(
  (db, { limit, skipped, ...filters }: Filters & { limit: number; skipped: number }, order: Order) => {
    const found = keyed(chosen(db, filters), order)
      .select(['t.owner_id', 't.blocks'])
      .select((eb) => [isShown(eb, filters).as('is_shown'), lateOn(filters.day).as('is_late')])
      .where((eb) => eb.or([isShown(eb, filters), eb('t.state', '<>', 'closed')]))
    return sql<threads.Counts & { total: number; ids: number[] }>`
      with found as materialized (${found})
      select count(*) filter (where is_shown) as total, count(*) filter (where state <> 'closed') as unclosed,
        count(*) filter (where state <> 'closed' and owner_id = ${filters.person_id}) as mine,
        count(*) filter (where state <> 'closed' and is_late) as late,
        count(*) filter (where state <> 'closed' and blocks) as blocking,
        array(select id from found where is_shown order by ${inOrder(order)} limit ${limit} offset ${skipped}) as ids
      from found`
  },
  { planned: 'each time' },
)

export const totals = statement(
  (db, filters: Filters) => filtered(db, filters).select(({ fn }) => fn.countAll<number>().as('total')),
  { planned: 'each time' },
)

// Each row looks its own subject up: without the limit the subjects of all agreements would be read.
const fields = statement((db, { ids }: { ids: number[] }) =>
  db
    .selectFrom('threads as t')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('thread_subjects as each')
          .selectAll()
          .where('each.entity', '=', sql.lit('agreement'))
          .whereRef('each.entity_id', '=', 't.agreement_id')
          .limit(1)
          .as('s'),
      (join) => join.onTrue(),
    )
    .innerJoin('shared_companies as c', 'c.idcomp', 's.idcomp')
    .select(['t.id', 't.agreement_id', 't.side', 't.author_id', 't.address', 't.owner_id', 't.due', 't.blocks'])
    .select(['t.state', 't.created_at', 't.updated_at', 's.release_id', 'c.idcomp', 'c.namecomp'])
    .select([sql<string>`s.title`.as('title')])
    .select((eb) => [
      eb
        .selectFrom('entries as first')
        .select(wordsIn('first').as('text'))
        .whereRef('first.thread_id', '=', 't.id')
        .orderBy('first.id')
        .limit(1)
        .$asScalar()
        .$notNull()
        .as('text'),
      eb
        .selectFrom('entries as entry')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('entry.thread_id', '=', 't.id')
        .where('entry.withdrawn_at', 'is', null)
        .$asScalar()
        .$notNull()
        .as('entries_count'),
    ])
    .where('s.is_living', '=', true)
    .where('t.id', '=', oneOf(ids))
    .orderBy(sql`array_position(${ids}::int[], t.id)`),
)

/** The rows of these threads, in the given order. */
export async function rowsOf(db: Db, ids: number[], day: string): Promise<threads.ThreadRow[]> {
  const rows = await fields.all(db, { ids })
  const people = rows.flatMap(({ author_id, owner_id }) => [author_id, owner_id]).filter((id) => id !== null)
  const names = await personNames(db, [...new Set(people)])
  const userOf = (id: number | null, address: string | null) =>
    id === null ? { id: 0, name: address ?? '' } : { id, name: names.get(id)?.name ?? '' }
  return rows.map(({ agreement_id, author_id, address, owner_id, idcomp, namecomp, side, state, ...row }) => ({
    ...row,
    entity: 'agreement' as const,
    entity_id: agreement_id ?? 0,
    side: side as threads.Side,
    state: state as threads.State,
    user: userOf(author_id, address),
    owner: owner_id === null ? null : userOf(owner_id, null),
    company: { idcomp, namecomp },
    is_late: isLate({ state, due: row.due } satisfies Awaited, day),
  }))
}

/** One page of remarks, with the counts for the list's filters. */
export async function listThreads({ db, clock }: Deps, person: Person, query: threads.ThreadQuery) {
  const day = today(clock)
  const filters = filtersOf(query, person, day)
  const part = { ...filters, limit: query.per_page, skipped: offsetOf(query) }
  const order = { order_by: query.order_by, isDesc: query.isDesc }
  const { ids, total, ...counts } = await foundOnce.one(db, part, order)
  return { ...toPage(query, total, await rowsOf(db, ids, day)), counts }
}

const subjects = statement((db) => all(db).select(['s.release_id', 's.title', 's.idcomp']).distinct())
const ownersOf = statement((db) => all(db).select('t.owner_id').where('t.owner_id', 'is not', null).distinct())

/** The values that the list can be filtered by. */
export async function availableFilters(db: Db) {
  const [rows, owners] = await Promise.all([subjects.all(db, {}), ownersOf.all(db, {})])
  const releases = new Map(rows.map(({ release_id, title }) => [release_id ?? 0, title ?? '']))
  const company_ids = [...new Set(rows.map(({ idcomp }) => idcomp ?? 0))]
  const owner_ids = owners.map(({ owner_id }) => owner_id ?? 0)
  const [companies, names] = await Promise.all([companyNames(db, company_ids), personNames(db, owner_ids)])
  const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name, 'ru')
  return {
    releases: [...releases].map(([id, name]) => ({ id, name })).toSorted((a, b) => b.id - a.id),
    companies: company_ids
      .flatMap((id) => companies.get(id) ?? [])
      .toSorted((a, b) => a.namecomp.localeCompare(b.namecomp, 'ru')),
    owners: owner_ids.flatMap((id) => names.get(id) ?? []).toSorted(byName),
  }
}
