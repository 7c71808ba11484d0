import { sql } from 'kysely'
import { isAmong, type Finder } from '../../../platform/finding.ts'
import { containing } from '../../../platform/sql.ts'
import { statement } from '../../../platform/statement.ts'
import { eyesOf, type Viewer } from '../../access/port.ts'
import { seenBy } from './rows.ts'

/** Patterns by their place, because there is a statement for each number of words. */
const patternsOf = (words: string[]) => Object.fromEntries(words.map(containing).entries())

interface Looked {
  viewer: Viewer
  patterns: ReturnType<typeof patternsOf>
  among: number[] | undefined
  limit: number
}

const newestOf = statement(
  (db, { viewer, patterns, among, limit }: Looked) =>
    seenBy(db, viewer)
      .where((eb) => eb.and(Object.values(patterns).map((pattern) => eb('releases.search_text', 'like', pattern))))
      .where((eb) => eb.and(isAmong(eb.ref('releases.id'), among)))
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
  look: (db, person, { words, among, limit }) =>
    newestOf.all(db, { viewer: eyesOf(person), patterns: patternsOf(words), among, limit }),
  rows: (db, person, ids) => foundOf.all(db, { viewer: eyesOf(person), ids }),
}
