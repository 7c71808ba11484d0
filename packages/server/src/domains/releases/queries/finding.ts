import { sql } from 'kysely'
import { holdsAll, isAmong, type Finder } from '../../../platform/finding.ts'
import { seenBy } from './rows.ts'

export const releaseFinder: Finder = {
  look: (db, person, { words, among, limit }) =>
    seenBy(db, person)
      .where((eb) =>
        eb.and([...holdsAll(words, eb.ref('releases.search_text')), ...isAmong(eb.ref('releases.id'), among)]),
      )
      .select('releases.id')
      .orderBy('releases.id', 'desc')
      .limit(limit)
      .execute(),
  rows: (db, person, ids) =>
    seenBy(db, person)
      .where((eb) => eb.and(isAmong(eb.ref('releases.id'), ids)))
      .select(['releases.id', sql<string>`releases.id::text`.as('number'), 'title', 'step.name_step as state'])
      .select(['plan_date as day', sql<null>`null`.as('company'), sql<null>`null`.as('release_id')])
      .execute(),
}
