import { sql } from 'kysely'
import { isAmong, type Finder } from '../../../platform/finding.ts'
import { containing } from '../../../platform/sql.ts'
import { statement } from '../../../platform/statement.ts'
import { entriesFor, readerOf, type Reader } from './scope.ts'

/** Patterns by their place, because there is a statement for each number of words. */
const patternsOf = (words: string[]) => Object.fromEntries(words.map(containing).entries())

interface Looked {
  reader: Reader
  patterns: ReturnType<typeof patternsOf>
  among: number[] | undefined
  limit: number
}

const newestOf = statement(
  (db, { reader, patterns, among, limit }: Looked) =>
    entriesFor(db, reader)
      .where((eb) => eb.and(Object.values(patterns).map((pattern) => eb('e.search_text', 'like', pattern))))
      .where((eb) => eb.and(isAmong(eb.ref('e.id'), among)))
      .select('e.id')
      .orderBy('e.id', 'desc')
      .limit(limit),
  { planned: 'each time' },
)

const rowsOf = statement((db, { reader, ids }: { reader: Reader; ids: number[] }) =>
  entriesFor(db, reader)
    .innerJoin('registry_steps as s', 's.id', 'e.step_id')
    .innerJoin('shared_companies as c', 'c.idcomp', 'e.idcomp')
    .where((eb) => eb.and(isAmong(eb.ref('e.id'), ids)))
    .select(['e.id', 'e.number', 'e.title', 'c.namecomp as company', 's.name as state', 'e.due_date as day'])
    .select(sql<null>`null`.as('release_id')),
)

export const entryFinder: Finder = {
  look: (db, person, { words, among, limit }) =>
    newestOf.all(db, { reader: readerOf(person), patterns: patternsOf(words), among, limit }),
  rows: (db, person, ids) => rowsOf.all(db, { reader: readerOf(person), ids }),
}
