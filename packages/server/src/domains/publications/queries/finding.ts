import { sql } from 'kysely'
import { folded, holdsAll, isAmong, type Finder, type Looked } from '../../../platform/finding.ts'
import type { Person } from '../../../platform/call.ts'
import { itemsOf, type OfPublication } from './items.ts'
import { known } from './list.ts'

/** Titles of the publication's releases, as far as the person may know of them. */
const titlesOf = (eb: OfPublication, person: Person) =>
  itemsOf(eb, person)
    .innerJoin('releases', 'releases.id', 'item.release_id')
    .select(sql<string>`string_agg(releases.title, ', ' order by item.idx)`.as('titles'))
    .$asScalar()
    .$notNull()

const holds = (eb: OfPublication, person: Person, { words, among }: Looked) =>
  eb.and([
    ...holdsAll(words, folded(titlesOf(eb, person)), folded(eb.ref('p.text'))),
    ...isAmong(eb.ref('p.id'), among),
  ])

export const publicationFinder: Finder = {
  look: (db, person, looked) =>
    known(db, person)
      .where((eb) => holds(eb, person, looked))
      .select('p.id')
      .orderBy('p.id', 'desc')
      .limit(looked.limit)
      .execute(),
  rows: (db, person, ids) =>
    known(db, person)
      .where((eb) => eb.and(isAmong(eb.ref('p.id'), ids)))
      .select(['p.id', sql<string>`p.id::text`.as('number'), (eb) => titlesOf(eb, person).as('title')])
      .select([sql<string>`p.created_at::date`.as('day'), sql<null>`null`.as('state')])
      .select([sql<null>`null`.as('company'), sql<null>`null`.as('release_id')])
      .execute(),
}
