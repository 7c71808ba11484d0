import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely'
import type { requests } from '@vypusk/contract'
import type { Db, Person } from '../../../platform/call.ts'
import type { DB } from '../../../platform/db-types.gen.ts'
import { holdsText } from '../../../platform/sql.ts'
import { idInSearch } from '../rules.ts'
import { knows } from '../../access/port.ts'
import { requestsFor } from './scope.ts'
import { hasSyllable, type Rare } from './syllables.ts'

type Query = requests.RequestQuery
type Eb = ExpressionBuilder<DB & { q: DB['requests'] }, 'q'>
type Condition = Expression<SqlBool>

/**
 * Requests the person may know of that meet every filter named; values of one filter are alternatives.
 * @param rare what is searched for when hardly any request has it (`rareIn`)
 * @param after a rare letter is looked for in requests behind this id alone (`beforeLatest`)
 */
export function filtered(db: Db, person: Person, query: Query, rare?: Rare, after = 0) {
  return requestsFor(db, person).where((eb) =>
    eb.and([...conditions(eb, person, query), ...search(eb, person, query.search_string, textFinder(rare, after))]),
  )
}

const isOneOf = (column: Expression<unknown>, values: number[]) => sql<SqlBool>`${column} = any(${values}::int[])`

function conditions(eb: Eb, person: Person, query: Query): Condition[] {
  const lists: [number[] | null | undefined, Expression<unknown>][] = [
    [query.type_ids, eb.ref('q.type_id')],
    [query.status_ids, eb.ref('q.status_id')],
    [query.author_ids, eb.ref('q.author_id')],
    [query.module_ids, eb.ref('q.idmod')],
    [query.client_ids, eb.ref('q.idcomp')],
    [query.urgs, eb.ref('q.urgency')],
    [query.priorities, sql`coalesce(q.priority, 0)`],
    [query.priority_ids, sql`coalesce(q.backlog_priority, 0)`],
  ]
  return [
    ...lists.flatMap(([values, column]) => (values?.length ? [isOneOf(column, values)] : [])),
    ...created(eb, query),
    ...inReleases(eb, person, query.release_ids),
    ...paid(eb, query.isPaid),
    ...inBacklog(eb, query.isInBacklogValues),
  ]
}

/** Days of creation, both included, in the installation's time zone. */
function created(eb: Eb, { date_from, date_to }: Query): Condition[] {
  return [
    ...(date_from ? [eb('q.created_at', '>=', sql<string>`${date_from}::date`)] : []),
    ...(date_to ? [eb('q.created_at', '<', sql<string>`${date_to}::date + 1`)] : []),
  ]
}

/** 0 stands for "in no release", as far as the person knows: a hidden release is none. */
function inReleases(eb: Eb, person: Person, ids: Query['release_ids']): Condition[] {
  if (!ids?.length) return []
  if (person.isRivc) {
    const named = isOneOf(eb.ref('q.release_id'), ids)
    return [ids.includes(0) ? eb.or([named, eb('q.release_id', 'is', null)]) : named]
  }
  const known = eb.exists((inner) =>
    inner.selectFrom('releases as r').select('r.id').whereRef('r.id', '=', 'q.release_id').where(knows.release(person)),
  )
  const named = eb.and([isOneOf(eb.ref('q.release_id'), ids), known])
  return [ids.includes(0) ? eb.or([named, eb.not(known)]) : named]
}

function paid(eb: Eb, values: Query['isPaid']): Condition[] {
  if (!values?.length) return []
  return [eb('q.isPaid', '=', sql<boolean>`any(${values.map((value) => value === 1)}::bool[])`)]
}

function inBacklog(eb: Eb, values: Query['isInBacklogValues']): Condition[] {
  if (!values?.length) return []
  const states = { 1: null, 2: true, 3: false } as const
  return [eb.or(values.map((value) => eb('q.inBacklog', 'is', states[value as keyof typeof states])))]
}

type FindText = (eb: Eb, text: string) => Condition

function textFinder(rare: Rare | undefined, after: number): FindText {
  if (!rare) return (eb, text) => holdsText(eb.ref('q.search_text'), text)
  if (rare === 'syllable') return (eb, text) => isAmong(eb, (s) => hasSyllable(s.ref('s.search_text'), text))
  return (eb, text) => isAmong(eb, (s) => s.and([s('s.id', '>', after), holdsText(s.ref('s.search_text'), text)]))
}

function search(eb: Eb, { isRivc }: Person, text: Query['search_string'], find: FindText): Condition[] {
  if (!text) return []
  const inText = find(eb, text)
  // search_text holds the backlog title too, and that is not for clients to find.
  const found = isRivc ? inText : eb.and([inText, holdsText(sql`translate(lower(q.e_title), 'ё', 'е')`, text)])
  const id = idInSearch(text)
  return [id ? eb.or([found, eb('q.id', '=', id)]) : found]
}

/** Their ids are gathered before anything else, so that the planner cannot choose to read all requests in some order. */
function isAmong(eb: Eb, found: (eb: ExpressionBuilder<DB & { s: DB['requests'] }, 's'>) => Condition): Condition {
  const ids = eb.selectFrom('requests as s').select('s.id').where(found)
  return eb('q.id', '=', sql<number>`any(array(${ids}))`)
}
