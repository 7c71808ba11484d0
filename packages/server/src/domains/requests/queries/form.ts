import type { Db, Person } from '../../../platform/call.ts'
import { inRussianOrder } from '../../../platform/sql.ts'
import { statement } from '../../../platform/statement.ts'
import { companyOfNew } from '../policy.ts'

/** The options of the form for a new request; modules are those of the company it will belong to. */
export async function newRequestOptions(db: Db, person: Person, named: number | undefined) {
  const idcomp = companyOfNew(person, named)
  const [types, modules, companies] = await Promise.all([
    shownTypes.all(db, {}),
    idcomp === null ? [] : modulesOf.all(db, { idcomp }),
    person.isRivc ? livingCompanies.all(db, {}) : [],
  ])
  return { types, modules, companies }
}

const shownTypes = statement((db) =>
  db
    .selectFrom('request_types')
    .select(['id', 'name'])
    .where('hidden_at', 'is', null)
    .orderBy('order', (order) => order.asc().nullsLast())
    .orderBy('id'),
)

const modulesOf = statement((db, { idcomp }: { idcomp: number }) =>
  db
    .selectFrom('shared_company_modules as u')
    .innerJoin('living_modules as living', 'living.idmod', 'u.idmod')
    .innerJoin('shared_modules as m', 'm.idmod', 'u.idmod')
    .innerJoin('shared_systems as sy', 'sy.idsys', 'm.idsys')
    .select(['m.idmod', 'm.namemod', 'm.idsys', 'sy.namesys as system'])
    .where('u.idcomp', '=', idcomp)
    .orderBy(inRussianOrder('sy.namesys'))
    .orderBy(inRussianOrder('m.namemod'))
    .orderBy('m.idmod'),
)

const livingCompanies = statement((db) =>
  db
    .selectFrom('shared_companies as c')
    .select(['c.idcomp', 'c.namecomp'])
    .where('c.deleted_at', 'is', null)
    .orderBy(inRussianOrder('c.namecomp'))
    .orderBy('c.idcomp'),
)
