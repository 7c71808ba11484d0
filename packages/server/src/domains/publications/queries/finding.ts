import { sql } from 'kysely'
import { isAmong, lookedFor, type Finder, type Looked, type Patterns } from '../../../platform/finding.ts'
import { folded } from '../../../platform/sql.ts'
import { statement } from '../../../platform/statement.ts'
import { eyesOf, type Viewer } from '../../access/port.ts'
import { itemsOf, type OfPublication } from './items.ts'
import { known } from './list.ts'

/** The titles of the publication's releases that the person may see. */
const titlesOf = (eb: OfPublication, viewer: Viewer) =>
  itemsOf(eb, viewer)
    .innerJoin('shared_releases as releases', 'releases.id', 'item.release_id')
    .select(sql<string>`string_agg(releases.title, ', ' order by item.idx)`.as('titles'))
    .$asScalar()
    .$notNull()

/** Conditions that each word occurs in the title of a release that the person may see, or in the text. */
const holdsEach = (eb: OfPublication, viewer: Viewer, patterns: Patterns) =>
  Object.values(patterns).map((pattern) =>
    eb.or([
      eb.exists(
        itemsOf(eb, viewer)
          .innerJoin('shared_releases as releases', 'releases.id', 'item.release_id')
          .select('item.id')
          .where('releases.search_text', 'like', pattern),
      ),
      eb(folded(eb.ref('p.text')), 'like', pattern),
    ]),
  )

const newest = statement(
  (db, { viewer, patterns, among, limit }: Looked & { viewer: Viewer }) =>
    known(db, viewer)
      .where((eb) => eb.and([...holdsEach(eb, viewer, patterns), ...isAmong(eb.ref('p.id'), among)]))
      .select('p.id')
      .orderBy('p.id', 'desc')
      .limit(limit),
  { planned: 'each time' },
)

const rowsOf = statement((db, { viewer, ids }: { viewer: Viewer; ids: number[] }) =>
  known(db, viewer)
    .where((eb) => eb.and(isAmong(eb.ref('p.id'), ids)))
    .select(['p.id', sql<string>`p.id::text`.as('number'), (eb) => titlesOf(eb, viewer).as('title')])
    .select(sql<string>`p.created_at::date`.as('day'))
    .select(sql<string | null>`case when p.withdrawn_at is not null then 'Отозвана' end`.as('state'))
    .select([sql<null>`null`.as('company'), sql<null>`null`.as('release_id')]),
)

export const publicationFinder: Finder = {
  look: (db, person, looked) => newest.all(db, { viewer: eyesOf(person), ...lookedFor(looked) }),
  rows: (db, person, ids) => rowsOf.all(db, { viewer: eyesOf(person), ids }),
}
