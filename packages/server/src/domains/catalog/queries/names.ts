import type { Company, Module, Ref } from '@vypusk/contract'
import { remembered } from '../../../platform/memory.ts'
import { statement } from '../../../platform/statement.ts'
import { oneOf } from '../../../platform/sql.ts'

/**
 * Names by ids, including those of deleted things, because what they wrote or were named in is still shown. Names are
 * kept in memory, so that lists need not join them.
 */

interface Ids {
  ids: number[]
}
const people = statement((db, { ids }: Ids) =>
  db.selectFrom('shared_users as users').select(['id', 'name']).where('id', '=', oneOf(ids)),
)
const companies = statement((db, { ids }: Ids) =>
  db.selectFrom('companies').select(['idcomp', 'namecomp']).where('idcomp', '=', oneOf(ids)),
)
const modules = statement((db, { ids }: Ids) =>
  db
    .selectFrom('modules as m')
    .innerJoin('systems as sy', 'sy.idsys', 'm.idsys')
    .select(['m.idmod', 'm.namemod', 'm.idsys', 'sy.namesys as system'])
    .where('m.idmod', '=', oneOf(ids)),
)

export const personNames = remembered({ of: ['users'] }, async (db, ids: number[]) =>
  (await people.all(db, { ids })).map((person): [number, Ref] => [person.id, person]),
)
export const companyNames = remembered({ of: ['companies'] }, async (db, ids: number[]) =>
  (await companies.all(db, { ids })).map((company): [number, Company] => [company.idcomp, company]),
)
export const moduleNames = remembered({ of: ['modules', 'systems'] }, async (db, ids: number[]) =>
  (await modules.all(db, { ids })).map((module): [number, Module] => [module.idmod, module]),
)
