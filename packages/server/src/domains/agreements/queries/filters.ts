import { agreements } from '@vypusk/contract'
import type { Db, Person } from '../../../platform/call.ts'
import { inRussianOrder } from '../../../platform/sql.ts'
import { known } from './agreements.ts'

/** Returns the releases and companies by which a client can filter agreements. */
const ownFilters = (db: Db, person: Person) =>
  Promise.all([
    known(db, person).select(['r.id', 'r.title as name']).distinct().orderBy('r.id', 'desc').execute(),
    known(db, person)
      .select(['c.idcomp', 'c.namecomp'])
      .groupBy(['c.idcomp', 'c.namecomp'])
      .orderBy(inRussianOrder('c.namecomp'))
      .orderBy('c.idcomp')
      .execute(),
  ])

/** Returns the releases and companies for staff, including those in the matrix that have no agreement yet. */
const allFilters = (db: Db) =>
  Promise.all([
    db
      .selectFrom('shared_releases as r')
      .select(['r.id', 'r.title as name'])
      .where('r.deleted_at', 'is', null)
      .where((eb) =>
        eb.or([
          eb('r.published_at', 'is', null),
          eb.exists(
            eb
              .selectFrom('agreements as a')
              .select('a.id')
              .whereRef('a.release_id', '=', 'r.id')
              .where('a.deleted_at', 'is', null),
          ),
        ]),
      )
      .orderBy('r.id', 'desc')
      .execute(),
    db
      .selectFrom('shared_companies as companies')
      .select(['idcomp', 'namecomp'])
      .where('deleted_at', 'is', null)
      .orderBy(inRussianOrder('namecomp'))
      .orderBy('idcomp')
      .execute(),
  ])

/** Returns the filters that are available to the person. */
export async function availableFilters(db: Db, person: Person) {
  const [releases, companies] = await (person.isRivc ? allFilters(db) : ownFilters(db, person))
  return { releases, companies, statuses: agreements.agreementStatuses.map((status) => ({ ...status })) }
}
