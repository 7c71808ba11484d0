import { sql } from 'kysely'
import type { Db, Person } from '../../../platform/call.ts'
import { holdsAll, isAmong, type Finder } from '../../../platform/finding.ts'
import { mayEnter } from '../policy.ts'
import { entriesFor } from './scope.ts'

/** To whom the registry is closed, it is empty. */
const entered = (db: Db, person: Person) =>
  entriesFor(db, person).$if(mayEnter(person) !== true, (none) => none.where(sql.lit(false)))

export const entryFinder: Finder = {
  look: (db, person, { words, among, limit }) =>
    entered(db, person)
      .where((eb) => eb.and([...holdsAll(words, eb.ref('e.search_text')), ...isAmong(eb.ref('e.id'), among)]))
      .select('e.id')
      .orderBy('e.id', 'desc')
      .limit(limit)
      .execute(),
  rows: (db, person, ids) =>
    entered(db, person)
      .innerJoin('registry_steps as s', 's.id', 'e.step_id')
      .innerJoin('companies as c', 'c.idcomp', 'e.idcomp')
      .where((eb) => eb.and(isAmong(eb.ref('e.id'), ids)))
      .select(['e.id', 'e.number', 'e.title', 'c.namecomp as company', 's.name as state', 'e.due_date as day'])
      .select(sql<null>`null`.as('release_id'))
      .execute(),
}
