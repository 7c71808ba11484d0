import type { Db, Person } from '../../../platform/call.ts'
import { inRussianOrder } from '../../../platform/sql.ts'
import { statement } from '../../../platform/statement.ts'
import { eyesOf, knows, type Viewer } from '../../access/port.ts'
import { itemsOf } from './items.ts'

/** The items of existing publications that the person may see. */
const knownItems = (db: Db, viewer: Viewer) =>
  db
    .selectFrom('publications as p')
    .innerJoinLateral(
      (eb) => itemsOf(eb, viewer).select(['item.id', 'item.release_id']).as('known'),
      (join) => join.onTrue(),
    )
    .where(knows.publication(viewer))

const releasesOf = statement((db, { viewer }: { viewer: Viewer }) =>
  knownItems(db, viewer)
    .innerJoin('shared_releases as releases', 'releases.id', 'known.release_id')
    .select(['releases.id', 'releases.title as name'])
    .distinct()
    .orderBy('releases.id', 'desc'),
)

const companiesOf = statement((db, { viewer }: { viewer: Viewer }) =>
  knownItems(db, viewer)
    .innerJoin('publication_customers as linked', 'linked.publication_release_id', 'known.id')
    .innerJoin('shared_companies as companies', 'companies.idcomp', 'linked.idcomp')
    .where('companies.deleted_at', 'is', null)
    .select(['companies.idcomp', 'namecomp'])
    .groupBy(['companies.idcomp', 'namecomp'])
    .orderBy(inRussianOrder('namecomp'))
    .orderBy('companies.idcomp'),
)

const modulesOf = statement((db, { viewer }: { viewer: Viewer }) =>
  knownItems(db, viewer)
    .innerJoin('publication_modules as linked', 'linked.publication_release_id', 'known.id')
    .innerJoin('shared_modules as modules', 'modules.idmod', 'linked.idmod')
    .innerJoin('shared_systems as systems', 'systems.idsys', 'modules.idsys')
    .innerJoin('living_modules as living', 'living.idmod', 'modules.idmod')
    .select(['modules.idmod', 'namemod', 'modules.idsys', 'namesys as system'])
    .groupBy(['modules.idmod', 'namemod', 'modules.idsys', 'namesys'])
    .orderBy(inRussianOrder('namesys'))
    .orderBy(inRussianOrder('namemod'))
    .orderBy('modules.idmod'),
)

/**
 * The values to filter by: only those of publications that the caller may see, so that no choice is without a result.
 * Hidden companies and modules are in no filter (docs/decisions/0021).
 */
export async function publicationFilters(db: Db, person: Person) {
  const of = { viewer: eyesOf(person) }
  const [releases, companies, modules] = await Promise.all([
    releasesOf.all(db, of),
    person.isRivc ? companiesOf.all(db, of) : [],
    modulesOf.all(db, of),
  ])
  return { releases, companies, modules }
}
