import { sql } from 'kysely'
import { agreements } from '@vypusk/contract'
import type { Db, Person } from '../../../platform/call.ts'
import { folded, holdsAll, isAmong, type Finder } from '../../../platform/finding.ts'
import { knows } from '../../access/port.ts'
import { statusOf } from '../rules/changes.ts'
import { known, type In } from './agreements.ts'

/**
 * Selects the agreements that can be opened. Clients open an agreement on the page of its release, so those of hidden
 * releases are left out.
 */
const reachable = (db: Db, person: Person) => known(db, person).where(knows.release(person))

/**
 * Each word must occur in the release or the company. Each is searched once per word rather than once per agreement.
 */
const holdsEach = (eb: In, words: string[]) =>
  words.map((word) =>
    eb.or([
      eb('a.release_id', 'in', (releases) =>
        releases
          .selectFrom('shared_releases as named')
          .select('named.id')
          .where((of) => of.and(holdsAll([word], of.ref('named.search_text')))),
      ),
      eb('a.company_id', 'in', (companies) =>
        companies
          .selectFrom('shared_companies as named')
          .select('named.idcomp')
          .where((of) => of.and(holdsAll([word], folded(of.ref('named.namecomp'))))),
      ),
    ]),
  )

export const agreementFinder: Finder = {
  look: (db, person, { words, among, limit }) =>
    reachable(db, person)
      .where((eb) => eb.and([...holdsEach(eb, words), ...isAmong(eb.ref('a.id'), among)]))
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
      state: agreements.agreementStatusName(statusOf({ by_rivc, by_client }), person.isRivc),
    }))
  },
}
