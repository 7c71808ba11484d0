import { sql } from 'kysely'
import { isAmong, lookedFor, matchesAll, type Finder, type Looked } from '../../../platform/finding.ts'
import { statement } from '../../../platform/statement.ts'
import { entriesFor, readerOf, type Reader } from './scope.ts'

const newestOf = statement(
  (db, { reader, patterns, among, limit }: Looked & { reader: Reader }) =>
    entriesFor(db, reader)
      .where((eb) => eb.and([...matchesAll(patterns, eb.ref('e.search_text')), ...isAmong(eb.ref('e.id'), among)]))
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
  look: (db, person, looked) => newestOf.all(db, { reader: readerOf(person), ...lookedFor(looked) }),
  rows: (db, person, ids) => rowsOf.all(db, { reader: readerOf(person), ids }),
}
