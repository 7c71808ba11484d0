import { agreements } from '@vypusk/contract'
import type { Db, Person } from '../../../platform/call.ts'
import { inRussianOrder } from '../../../platform/sql.ts'
import { statement } from '../../../platform/statement.ts'
import { eyesOf, type Viewer } from '../../access/port.ts'
import { isClosedStep } from '../../releases/port.ts'
import { known } from './agreements.ts'

/** The releases to filter by; for staff also those in the matrix that have no agreement yet. */
const releasesFor = statement((db, { viewer }: { viewer: Viewer }) =>
  viewer.isRivc
    ? db
        .selectFrom('shared_releases as r')
        .select(['r.id', 'r.title as name'])
        .where('r.deleted_at', 'is', null)
        .where((eb) =>
          eb.or([
            eb.and([eb('r.published_at', 'is', null), eb.not(isClosedStep('r.step_id'))]),
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
    : known(db, viewer).select(['r.id', 'r.title as name']).distinct().orderBy('r.id', 'desc'),
)

/** The companies to filter by; for staff all of them, and hidden ones that agreements are listed of. */
const companiesFor = statement((db, { viewer }: { viewer: Viewer }) =>
  (viewer.isRivc
    ? db
        .selectFrom('shared_companies as c')
        .where((eb) =>
          eb.or([
            eb('c.deleted_at', 'is', null),
            eb.exists(
              eb
                .selectFrom('agreements as a')
                .innerJoin('shared_releases as r', 'r.id', 'a.release_id')
                .select('a.id')
                .whereRef('a.company_id', '=', 'c.idcomp')
                .where('a.deleted_at', 'is', null)
                .where('r.deleted_at', 'is', null),
            ),
          ]),
        )
    : known(db, viewer)
  )
    .select(['c.idcomp', 'c.namecomp'])
    .groupBy(['c.idcomp', 'c.namecomp'])
    .orderBy(inRussianOrder('c.namecomp'))
    .orderBy('c.idcomp'),
)

/** Returns the filters that are available to the person. */
export async function availableFilters(db: Db, person: Person) {
  const seen = { viewer: eyesOf(person) }
  const [releases, companies] = await Promise.all([releasesFor.all(db, seen), companiesFor.all(db, seen)])
  return { releases, companies, statuses: agreements.agreementStatuses.map((status) => ({ ...status })) }
}
