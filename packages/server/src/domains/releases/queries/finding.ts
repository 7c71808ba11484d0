import { sql } from 'kysely'
import { isAmong, lookedFor, matchesAll, type Finder, type Looked } from '../../../platform/finding.ts'
import { statement } from '../../../platform/statement.ts'
import { eyesOf, type Viewer } from '../../access/port.ts'
import { seenBy } from './rows.ts'

const newestOf = statement(
  (db, { viewer, patterns, among, limit }: Looked & { viewer: Viewer }) =>
    seenBy(db, viewer)
      .where((eb) =>
        eb.and([...matchesAll(patterns, eb.ref('releases.search_text')), ...isAmong(eb.ref('releases.id'), among)]),
      )
      .select('releases.id')
      .orderBy('releases.id', 'desc')
      .limit(limit),
  { planned: 'each time' },
)

const foundOf = statement((db, { viewer, ids }: { viewer: Viewer; ids: number[] }) =>
  seenBy(db, viewer)
    .where((eb) => eb.and(isAmong(eb.ref('releases.id'), ids)))
    .select(['releases.id', sql<string>`releases.id::text`.as('number'), 'title', 'step.name_step as state'])
    .select(['plan_date as day', sql<null>`null`.as('company'), sql<null>`null`.as('release_id')]),
)

export const releaseFinder: Finder = {
  look: (db, person, looked) => newestOf.all(db, { viewer: eyesOf(person), ...lookedFor(looked) }),
  rows: (db, person, ids) => foundOf.all(db, { viewer: eyesOf(person), ids }),
}
