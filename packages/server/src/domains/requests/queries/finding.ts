import { sql, type Expression } from 'kysely'
import type { Db, Person } from '../../../platform/call.ts'
import { folded, holdsAll, isAmong, type Finder, type FoundRow, type FindInput } from '../../../platform/finding.ts'
import { keyInSearch } from '../rules.ts'
import { idsByKey } from './keys.ts'
import { requestsFor } from './scope.ts'
import { hasSyllable, rareIn, syllableIn } from './syllables.ts'

/**
 * How many of the newest requests are read: a common word is soon found there, and a single letter is searched for only
 * there.
 */
const NEWEST = 2000
/** The most requests with a rarer word that are sorted. */
const SORTED = 5000

/** The index covers search_text, which contains the backlog title that clients must not find. */
const matches = (words: string[], isRivc: boolean, search_text: Expression<string>, e_title: Expression<string>) => [
  ...holdsAll(words, search_text),
  ...(isRivc ? [] : holdsAll(words, folded(e_title))),
]

type Requests = ReturnType<typeof requestsFor>

/** The requests of the set that contain every word, newest first. */
const holding = (db: Db, { isRivc }: Person, set: Requests, words: string[]) =>
  db
    .selectFrom(set.select(['q.id', 'q.search_text', 'q.e_title']).as('s'))
    .select('s.id')
    .where((eb) => eb.and(matches(words, isRivc, eb.ref('s.search_text'), eb.ref('s.e_title'))))
    .orderBy('s.id', 'desc')

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

async function lookByWords(db: Db, person: Person, { words, among, limit }: FindInput) {
  const all = requestsFor(db, person)
  if (among) {
    const some = all.where((eb) => eb.and(isAmong(eb.ref('q.id'), among)))
    return holding(db, person, some, words).execute()
  }
  const newest = await holding(db, person, all.orderBy('q.id', 'desc').limit(NEWEST), words).limit(limit).execute()
  if (newest.length === limit) return newest
  const known = words.filter(isInIndex)
  const rare = await Promise.all(words.map((word) => rareIn(db, word)))
  const syllables = words.filter((_, index) => rare[index] === 'syllable')
  if (known.length + syllables.length === 0) return newest
  // Sorted after they are found: otherwise the planner might walk through all requests by number for a rare word.
  const some = all
    .where((eb) => eb.and(holdsAll(known, eb.ref('q.search_text'))))
    .where((eb) => eb.and(syllables.map((word) => hasSyllable(eb.ref('q.search_text'), syllableIn(word)))))
    .limit(SORTED)
  return holding(db, person, some, words).limit(limit).execute()
}

const rows = (db: Db, person: Person, ids: number[]): Promise<FoundRow[]> =>
  requestsFor(db, person)
    .innerJoin('request_statuses as s', 's.id', 'q.status_id')
    .innerJoin('shared_companies as c', 'c.idcomp', 'q.idcomp')
    .where((eb) => eb.and(isAmong(eb.ref('q.id'), ids)))
    .select(['q.id', sql<string>`q.id::text`.as('number'), 'q.e_title as title', 'c.namecomp as company'])
    .select('q.source_key as key')
    .select(['s.name as state', sql<string>`q.created_at::date`.as('day'), sql<null>`null`.as('release_id')])
    .execute()

export const requestFinder: Finder = { look, rows }
