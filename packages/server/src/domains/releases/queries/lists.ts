import type { Db } from '../../../platform/call.ts'
import { inRussianOrder, oneOf } from '../../../platform/sql.ts'
import { statement } from '../../../platform/statement.ts'

/** Those of the modules that a release may be given. */
export const knownModules = statement((db, { ids }: { ids: number[] }) =>
  db.selectFrom('living_modules').select('idmod').where('idmod', '=', oneOf(ids)),
)

/** Those of the people who may work on a release. */
export const knownStaff = statement((db, { ids }: { ids: number[] }) =>
  db
    .selectFrom('shared_users as users')
    .select('id')
    .where('id', '=', oneOf(ids))
    .where('isRivc', '=', true)
    .where('is_blocked', '=', false)
    .where('is_service', '=', false)
    .where('deleted_at', 'is', null),
)

/** The hidden companies that releases still name, by name. */
export const hiddenCompanies = statement((db) =>
  db
    .selectFrom('shared_companies as company')
    .select(['company.idcomp', 'company.namecomp'])
    .where('company.deleted_at', 'is not', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('release_companies as own')
          .innerJoin('releases', 'releases.id', 'own.release_id')
          .select('own.idcomp')
          .whereRef('own.idcomp', '=', 'company.idcomp')
          .where('releases.deleted_at', 'is', null),
      ),
    )
    .orderBy(inRussianOrder('company.namecomp'))
    .orderBy('company.idcomp'),
)

const listed = statement((db, { release_id }: { release_id: number }) =>
  db.selectFrom('not_publishing_list').select('idcomp').where('release_id', '=', release_id).orderBy('idcomp'),
)

/** The ids of the companies on the not-publishing list of a release. */
export const listedIn = async (db: Db, release_id: number): Promise<number[]> =>
  (await listed.all(db, { release_id })).map(({ idcomp }) => idcomp)
