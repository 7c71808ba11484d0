import { sql, type Expression } from 'kysely'
import type { Db, Person } from '../../../platform/call.ts'
import {
  isAmong,
  lookedFor,
  matchesAll,
  patternsOf,
  type Finder,
  type FindInput,
  type Looked,
  type Patterns,
} from '../../../platform/finding.ts'
import { folded } from '../../../platform/sql.ts'
import { statement } from '../../../platform/statement.ts'
import { eyesOf, type Viewer } from '../../access/port.ts'
import { keyInSearch } from '../rules.ts'
import { idsByKey } from './keys.ts'
import { requestsFor } from './scope.ts'
import { hasSyllable, rareIn, syllableIn, type Syllable } from './syllables.ts'

/**
 * How many of the newest requests are read: a common word is soon found there, and a single letter is searched for only
 * there.
 */
const NEWEST = 2000
/** The most requests with a rarer word that are sorted. */
const SORTED = 5000

/** The index covers search_text, which contains the backlog title that clients must not find. */
const matches = ({ viewer, patterns }: Input, search_text: Expression<string>, e_title: Expression<string>) => [
  ...matchesAll(patterns, search_text),
  ...(viewer.isRivc ? [] : matchesAll(patterns, folded(e_title))),
]

interface Input extends Looked {
  viewer: Viewer
  /** What the index finds; without it, the newest requests are read. */
  inIndex?: { words: Patterns; syllables: Readonly<Record<number, Syllable>> }
}

/** The requests that are searched for all words. */
function searched(db: Db, { viewer, among, inIndex }: Input) {
  const all = requestsFor(db, viewer)
  if (among) return all.where((eb) => eb.and(isAmong(eb.ref('q.id'), among)))
  if (!inIndex) return all.orderBy('q.id', 'desc').limit(NEWEST)
  // Sorted after they are found: otherwise the planner might walk through all requests by number for a rare word.
  return all
    .where((eb) => eb.and(matchesAll(inIndex.words, eb.ref('q.search_text'))))
    .where((eb) => eb.and(Object.values(inIndex.syllables).map((one) => hasSyllable(eb.ref('q.search_text'), one))))
    .limit(SORTED)
}

/** Newest first. */
const idsHolding = statement(
  (db, input: Input) =>
    db
      .selectFrom(searched(db, input).select(['q.id', 'q.search_text', 'q.e_title']).as('s'))
      .select('s.id')
      .where((eb) => eb.and(matches(input, eb.ref('s.search_text'), eb.ref('s.e_title'))))
      .orderBy('s.id', 'desc')
      .$if(!input.among, (some) => some.limit(input.limit)),
  { planned: 'each time' },
)

/** Three letters in a row, which the index needs. */
const isInIndex = (word: string) => /[\p{L}\p{N}]{3}/u.test(word)

const NONE: number[] = []

/** Requests with this former key come before those with the words. */
async function look(db: Db, person: Person, input: FindInput) {
  const { words, among } = input
  const key = words.length === 1 ? keyInSearch(words[0] ?? '') : undefined
  const [called, held] = await Promise.all([
    key === undefined ? NONE : idsByKey(db, person, key),
    lookByWords(db, person, input),
  ])
  const first = called.filter((id) => !among || among.includes(id)).map((id) => ({ id }))
  return [...first, ...held.filter(({ id }) => !called.includes(id))].slice(0, input.limit)
}

async function lookByWords(db: Db, person: Person, looked: FindInput) {
  const { words, among, limit } = looked
  const input = { viewer: eyesOf(person), ...lookedFor(looked) }
  const found = await idsHolding.all(db, input)
  if (among || found.length === limit) return found
  const known = words.filter(isInIndex)
  const rare = await Promise.all(words.map((word) => rareIn(db, word)))
  const syllables = words.filter((_, index) => rare[index] === 'syllable')
  if (known.length + syllables.length === 0) return found
  const inIndex = { words: patternsOf(known), syllables: Object.assign({}, syllables.map(syllableIn)) }
  return idsHolding.all(db, { ...input, inIndex })
}

const shown = statement((db, { viewer, ids }: { viewer: Viewer; ids: number[] }) =>
  requestsFor(db, viewer)
    .innerJoin('request_statuses as s', 's.id', 'q.status_id')
    .innerJoin('shared_companies as c', 'c.idcomp', 'q.idcomp')
    .where((eb) => eb.and(isAmong(eb.ref('q.id'), ids)))
    .select(['q.id', sql<string>`q.id::text`.as('number'), 'q.e_title as title', 'c.namecomp as company'])
    .select('q.source_key as key')
    .select(['s.name as state', sql<string>`q.created_at::date`.as('day'), sql<null>`null`.as('release_id')]),
)

export const requestFinder: Finder = { look, rows: (db, person, ids) => shown.all(db, { viewer: eyesOf(person), ids }) }
