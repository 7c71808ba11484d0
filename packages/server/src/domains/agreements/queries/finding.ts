import { sql } from 'kysely'
import { agreements } from '@vypusk/contract'
import type { Db, Person } from '../../../platform/call.ts'
import { folded, holdsAll, isAmong, type Finder } from '../../../platform/finding.ts'
import { statusOf } from '../rules.ts'
import { known } from './agreements.ts'

/** A client comes to an agreement by its release's page, so that one of a hidden release leads nowhere. */
const reachable = (db: Db, person: Person) =>
  known(db, person).$if(!person.isRivc, (own) => own.where('r.is_visible_for_client', '=', true))

export const agreementFinder: Finder = {
  look: (db, person, { words, among, limit }) =>
    reachable(db, person)
      .where((eb) =>
        eb.and([
          ...holdsAll(words, eb.ref('r.search_text'), folded(eb.ref('c.namecomp'))),
          ...isAmong(eb.ref('a.id'), among),
        ]),
      )
      .select('a.id')
      .orderBy('a.id', 'desc')
      .limit(limit)
      .execute(),
  rows: async (db, person, ids) => {
    const rows = await reachable(db, person)
      .where((eb) => eb.and(isAmong(eb.ref('a.id'), ids)))
      .select(['a.id', sql<string>`a.id::text`.as('number'), 'r.title', 'c.namecomp as company', 'a.release_id'])
      .select(['a.releaseDate as day', 'by_rivc', 'by_client'])
      .execute()
    return rows.map(({ by_rivc, by_client, ...row }) => ({
      ...row,
      state: agreements.agreementStatuses[statusOf({ by_rivc, by_client })].name,
    }))
  },
}
