import { sql } from 'kysely'
import { folded, holdsAll, isAmong, type Finder } from '../../../platform/finding.ts'
import type { Person } from '../../../platform/call.ts'
import { itemsOf, type OfPublication } from './items.ts'
import { known } from './list.ts'

/** The titles of the publication's releases that the person may see. */
const titlesOf = (eb: OfPublication, person: Person) =>
  itemsOf(eb, person)
    .innerJoin('shared_releases as releases', 'releases.id', 'item.release_id')
    .select(sql<string>`string_agg(releases.title, ', ' order by item.idx)`.as('titles'))
    .$asScalar()
    .$notNull()

/** Conditions that each word occurs in the title of a release that the person may see, or in the text. */
const holdsEach = (eb: OfPublication, person: Person, words: string[]) =>
  words.map((word) =>
    eb.or([
      eb.exists(
        itemsOf(eb, person)
          .innerJoin('shared_releases as releases', 'releases.id', 'item.release_id')
          .select('item.id')
          .where((of) => of.and(holdsAll([word], of.ref('releases.search_text')))),
      ),
      ...holdsAll([word], folded(eb.ref('p.text'))),
    ]),
  )

export const publicationFinder: Finder = {
  look: (db, person, { words, among, limit }) =>
    known(db, person)
      .where((eb) => eb.and([...holdsEach(eb, person, words), ...isAmong(eb.ref('p.id'), among)]))
      .select('p.id')
      .orderBy('p.id', 'desc')
      .limit(limit)
      .execute(),
  rows: (db, person, ids) =>
    known(db, person)
      .where((eb) => eb.and(isAmong(eb.ref('p.id'), ids)))
      .select(['p.id', sql<string>`p.id::text`.as('number'), (eb) => titlesOf(eb, person).as('title')])
      .select([sql<string>`p.created_at::date`.as('day'), sql<null>`null`.as('state')])
      .select([sql<null>`null`.as('company'), sql<null>`null`.as('release_id')])
      .execute(),
}
