import { sql, type Expression } from 'kysely'
import type { Db, Person } from '../../../platform/call.ts'
import { folded, holdsAll, isAmong, type Finder, type Found, type Looked } from '../../../platform/finding.ts'
import { requestsFor } from './scope.ts'

/** As many of the newest are read through: a common word is soon found there, and a word of a letter or two nowhere else. */
const NEWEST = 5000
/** As many of all that hold a rarer word are put in order. */
const SORTED = 5000

/** The index knows the words of search_text; the backlog title in it is not for clients to find. */
const matches = (words: string[], isRivc: boolean, search_text: Expression<string>, e_title: Expression<string>) => [
  ...holdsAll(words, search_text),
  ...(isRivc ? [] : holdsAll(words, folded(e_title))),
]

const withWords = (db: Db, person: Person, { words, among }: Looked) =>
  requestsFor(db, person).where((eb) =>
    eb.and([
      ...isAmong(eb.ref('q.id'), among),
      ...matches(words, person.isRivc, eb.ref('q.search_text'), eb.ref('q.e_title')),
    ]),
  )

function inNewest(db: Db, person: Person, { words, limit }: Looked) {
  const newest = requestsFor(db, person)
    .select(['q.id', 'q.search_text', 'q.e_title'])
    .orderBy('q.id', 'desc')
    .limit(NEWEST)
  return db
    .selectFrom(newest.as('n'))
    .select('n.id')
    .where((eb) => eb.and(matches(words, person.isRivc, eb.ref('n.search_text'), eb.ref('n.e_title'))))
    .orderBy('n.id', 'desc')
    .limit(limit)
    .execute()
}

/** Put in order after they are found: otherwise the planner might go through all requests by number for a rare word. */
function inAll(db: Db, person: Person, looked: Looked) {
  const some = withWords(db, person, looked).select('q.id').limit(SORTED)
  return db.selectFrom(some.as('s')).select('s.id').orderBy('s.id', 'desc').limit(looked.limit).execute()
}

async function look(db: Db, person: Person, looked: Looked) {
  if (looked.among) return withWords(db, person, looked).select('q.id').orderBy('q.id', 'desc').execute()
  const newest = await inNewest(db, person, looked)
  if (newest.length === looked.limit) return newest
  return looked.words.some(isInIndex) ? inAll(db, person, looked) : newest
}

/** Three letters in a row: the index goes by them. */
const isInIndex = (word: string) => /[\p{L}\p{N}]{3}/u.test(word)

const rows = (db: Db, person: Person, ids: number[]): Promise<Found[]> =>
  requestsFor(db, person)
    .innerJoin('request_statuses as s', 's.id', 'q.status_id')
    .innerJoin('companies as c', 'c.idcomp', 'q.idcomp')
    .where((eb) => eb.and(isAmong(eb.ref('q.id'), ids)))
    .select(['q.id', sql<string>`q.id::text`.as('number'), 'q.e_title as title', 'c.namecomp as company'])
    .select(['s.name as state', sql<string>`q.created_at::date`.as('day'), sql<null>`null`.as('release_id')])
    .execute()

export const requestFinder: Finder = { look, rows }
