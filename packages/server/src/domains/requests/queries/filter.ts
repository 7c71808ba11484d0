import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely'
import type { requests } from '@vypusk/contract'
import type { Db, Person } from '../../../platform/call.ts'
import type { DB } from '../../../platform/db-types.gen.ts'
import { numberIn } from '../../../platform/text/number-in.ts'
import { type SearchedWords, holdsWords, searchedWords, some } from '../../../platform/sql.ts'
import { eyesOf, knows, type Viewer } from '../../access/port.ts'
import { keyInSearch } from '../rules.ts'
import { dimensions } from './dimensions.ts'
import { isCalled } from './keys.ts'
import { requestsFor } from './scope.ts'
import { hasSyllable, syllableIn, type Rare, type Syllable } from './syllables.ts'

type Query = requests.RequestQuery
type Eb = ExpressionBuilder<DB & { q: DB['requests'] }, 'q'>
type Condition = Expression<SqlBool>

/** The normalised filters; null for a filter that is not used and adds no condition. */
export interface Filters {
  viewer: Viewer
  lists: Record<keyof typeof columns, number[] | null>
  date_from: string | null
  date_to: string | null
  release_ids: number[] | null
  /** Includes requests that are in no release. */
  free: boolean
  paid: boolean[] | null
  /** By the values of `inBacklog`: null, true, false. */
  backlog: { none: boolean; in: boolean; out: boolean } | null
  search: {
    words: SearchedWords
    /** The words may also be a number. */
    id: number | null
    /** A word with digits may also be a former key. */
    key: string | null
    syllable: Syllable | null
    /** A rare letter is only searched for in requests after this id (`beforeLatest`). */
    letterAfter: number | null
    /** Whether the words must not be looked up in their index, since requests are found by another one (`withoutIndex`). */
    isChecked?: true
  } | null
}

/** Filters by lists of values of which a request has one. */
const columns = {
  ids: sql`q.id`,
  author_ids: sql`q.author_id`,
  type_ids: dimensions.type,
  status_ids: dimensions.status,
  module_ids: dimensions.module,
  client_ids: dimensions.company,
  urgs: dimensions.urgency,
  priorities: dimensions.priority,
  priority_ids: dimensions.backlog_priority,
}

/**
 * Normalises the filters for requests that the person may see; all filters must match, and several values of one are
 * alternatives.
 * @param rare what kind of search text it is, if hardly any request contains it (`rareIn`)
 * @param after a rare letter is only searched for in requests after this id (`beforeLatest`)
 */
export function filtersOf(person: Person, query: Query, rare?: Rare, after = 0): Filters {
  const { release_ids, isPaid, isInBacklogValues: states, search_string: words } = query
  return {
    viewer: eyesOf(person),
    lists: {
      ids: some(query.ids),
      type_ids: some(query.type_ids),
      status_ids: some(query.status_ids),
      author_ids: some(query.author_ids),
      module_ids: some(query.module_ids),
      client_ids: some(query.client_ids),
      urgs: some(query.urgs),
      priorities: some(query.priorities),
      priority_ids: some(query.priority_ids),
    },
    date_from: query.date_from ?? null,
    date_to: query.date_to ?? null,
    release_ids: some(release_ids),
    // 0 stands for "in no release".
    free: release_ids?.includes(0) ?? false,
    paid: some(isPaid)?.map((value) => value === 1) ?? null,
    backlog: states?.length ? { none: states.includes(1), in: states.includes(2), out: states.includes(3) } : null,
    search: words ? searchOf(words, rare, after) : null,
  }
}

const searchOf = (words: string, rare: Rare | undefined, after: number): Filters['search'] => ({
  words: searchedWords(words),
  id: numberIn(words),
  key: keyInSearch(words) ?? null,
  syllable: rare === 'syllable' ? syllableIn(words) : null,
  letterAfter: rare === 'letter' ? after : null,
})

/**
 * The same filters for a query that finds its requests by something else, some at a time, and checks whether they have the
 * words: the planner would read the index of words again each time.
 */
export const withoutIndex = (filters: Filters): Filters => ({
  ...filters,
  search: filters.search && { ...filters.search, isChecked: true },
})

/** The requests `q` that the reader may know of and that match every filter. */
export const filtered = (db: Db, filters: Filters) =>
  requestsFor(db, filters.viewer).where((eb) => eb.and(conditions(eb, filters)))

const isOneOf = (column: Expression<unknown>, values: number[]) => sql<SqlBool>`${column} = any(${values}::int[])`

function conditions(eb: Eb, filters: Filters): Condition[] {
  const { lists, paid } = filters
  const named = Object.entries(columns) as [keyof typeof columns, Expression<unknown>][]
  return [
    ...named.flatMap(([key, column]) => (lists[key] ? [isOneOf(column, lists[key])] : [])),
    ...created(eb, filters),
    ...inReleases(eb, filters),
    ...(paid ? [eb('q.isPaid', '=', sql<boolean>`any(${paid}::bool[])`)] : []),
    ...inBacklog(eb, filters),
    ...searched(eb, filters),
  ]
}

/** Days of creation, both included, in the installation's time zone. */
function created(eb: Eb, { date_from, date_to }: Filters): Condition[] {
  return [
    ...(date_from ? [eb('q.created_at', '>=', sql<string>`${date_from}::date`)] : []),
    ...(date_to ? [eb('q.created_at', '<', sql<string>`${date_to}::date + 1`)] : []),
  ]
}

/** Filters by releases that the viewer may see: a hidden release counts as none. */
function inReleases(eb: Eb, { viewer, release_ids, free }: Filters): Condition[] {
  if (!release_ids) return []
  if (viewer.isRivc) {
    const named = isOneOf(eb.ref('q.release_id'), release_ids)
    return [free ? eb.or([named, eb('q.release_id', 'is', null)]) : named]
  }
  const known = eb.exists((inner) =>
    inner
      .selectFrom('releases_for_requests as r')
      .select('r.id')
      .whereRef('r.id', '=', 'q.release_id')
      .where(knows.release(viewer)),
  )
  const named = eb.and([isOneOf(eb.ref('q.release_id'), release_ids), known])
  return [free ? eb.or([named, eb.not(known)]) : named]
}

function inBacklog(eb: Eb, { backlog }: Filters): Condition[] {
  if (!backlog) return []
  return [
    eb.or([
      ...(backlog.none ? [eb('q.inBacklog', 'is', null)] : []),
      ...(backlog.in ? [eb('q.inBacklog', 'is', true)] : []),
      ...(backlog.out ? [eb('q.inBacklog', 'is', false)] : []),
    ]),
  ]
}

function searched(eb: Eb, { viewer, search }: Filters): Condition[] {
  if (!search) return []
  const inText = inSearchText(eb, search)
  // search_text contains the backlog title too, which clients must not find.
  const inTitle = () => holdsWords(sql`translate(lower(q.e_title), 'ё', 'е')`, search.words)
  const found = viewer.isRivc ? inText : eb.and([inText, inTitle()])
  const { id, key } = search
  const named = [
    ...(id === null ? [] : [eb('q.id', '=', id)]),
    ...(key === null ? [] : [isCalled(eb.ref('q.source_key'), key)]),
  ]
  return [named.length === 0 ? found : eb.or([found, ...named])]
}

function inSearchText(eb: Eb, { words, syllable, letterAfter, isChecked }: NonNullable<Filters['search']>): Condition {
  // No index is made of this expression.
  if (isChecked) return holdsWords(sql`q.search_text || ''`, words)
  if (syllable) return isAmong(eb, (s) => hasSyllable(s.ref('s.search_text'), syllable))
  if (letterAfter === null) return holdsWords(eb.ref('q.search_text'), words)
  return isAmong(eb, (s) => s.and([s('s.id', '>', letterAfter), holdsWords(s.ref('s.search_text'), words)]))
}

/** Collects the ids first, so that the planner cannot choose to read all requests in some order. */
function isAmong(eb: Eb, found: (eb: ExpressionBuilder<DB & { s: DB['requests'] }, 's'>) => Condition): Condition {
  const ids = eb.selectFrom('requests as s').select('s.id').where(found)
  return eb('q.id', '=', sql<number>`any(array(${ids}))`)
}
