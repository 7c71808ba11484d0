import { sql } from 'kysely'
import { holdsAll, isAmong, type Finder } from '../../../platform/finding.ts'
import { entriesFor } from './scope.ts'

export const entryFinder: Finder = {
  look: (db, person, { words, among, limit }) =>
    entriesFor(db, person)
      .where((eb) => eb.and([...holdsAll(words, eb.ref('e.search_text')), ...isAmong(eb.ref('e.id'), among)]))
      .select('e.id')
      .orderBy('e.id', 'desc')
      .limit(limit)
      .execute(),
  rows: (db, person, ids) =>
    entriesFor(db, person)
      .innerJoin('registry_steps as s', 's.id', 'e.step_id')
      .innerJoin('shared_companies as c', 'c.idcomp', 'e.idcomp')
      .where((eb) => eb.and(isAmong(eb.ref('e.id'), ids)))
      .select(['e.id', 'e.number', 'e.title', 'c.namecomp as company', 's.name as state', 'e.due_date as day'])
      .select(sql<null>`null`.as('release_id'))
      .execute(),
}
