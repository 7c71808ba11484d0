import type { BodyOf, Company, lookups, Module, Ref, ReplyOf, System } from '@vypusk/contract'
import type { Db, Person } from '../../../platform/call.ts'
import { rememberedWhole } from '../../../platform/memory.ts'
import { refuseWith } from '../../../platform/refusal.ts'
import { inRussianOrder, oneOf } from '../../../platform/sql.ts'
import { statement } from '../../../platform/statement.ts'
import { NO_CLIENT_CONTACTS, NO_COMPANY, NO_MODULE, NO_STAFF_CONTACTS } from '../policy.ts'

/** Returns the provider's active people. */
export const staff = rememberedWhole(['users'], (db): Promise<Ref[]> => activeStaff.all(db, {}))

const activeStaff = statement((db) =>
  db
    .selectFrom('shared_users as users')
    .select(['id', 'name'])
    .where('isRivc', '=', true)
    .where('is_blocked', '=', false)
    .where('is_service', '=', false)
    .where('deleted_at', 'is', null)
    .orderBy(inRussianOrder('name'))
    .orderBy('id'),
)

/** Returns the modules by name: all of them for staff, those its company uses for a client. */
export async function modulesFor(db: Db, person: Person): Promise<Module[]> {
  return seenAmong(await modulesByName(db), db, person)
}

/** The same modules in the order that administrators have given them within their systems. */
async function placedModules(db: Db, person: Person): Promise<Module[]> {
  return seenAmong(await modulesInPlace(db), db, person)
}

const modulesByName = rememberedWhole(['modules', 'systems'], (db) => livingModules.all(db, { inPlace: false }))
const modulesInPlace = rememberedWhole(['modules', 'systems'], (db) => livingModules.all(db, { inPlace: true }))

const livingModules = statement((db, { inPlace }: { inPlace: boolean }) =>
  db
    .selectFrom('modules as m')
    .innerJoin('living_modules as living', 'living.idmod', 'm.idmod')
    .innerJoin('systems as sy', 'sy.idsys', 'm.idsys')
    .select(['m.idmod', 'm.namemod', 'm.idsys', 'sy.namesys as system'])
    .$if(inPlace, (all) => all.orderBy('m.order', (order) => order.asc().nullsLast()))
    .orderBy(inRussianOrder('m.namemod'))
    .orderBy('m.idmod'),
)

/**
 * Keeps the modules that the person may choose. Which modules a company uses is read each time, because what its people
 * may see depends on it.
 */
async function seenAmong(modules: Module[], db: Db, { isRivc, idcomp }: Person): Promise<Module[]> {
  if (isRivc) return modules
  const used = new Set((await usedModules.all(db, { idcomp: idcomp ?? 0 })).map(({ idmod }) => idmod))
  return modules.filter(({ idmod }) => used.has(idmod))
}

const usedModules = statement((db, { idcomp }: { idcomp: number }) =>
  db.selectFrom('company_modules').select('idmod').where('idcomp', '=', idcomp),
)

/** Returns systems with the modules that the person may choose; staff also see systems without modules. */
export async function systemsWithModules(db: Db, person: Person): Promise<(System & { modules: Module[] })[]> {
  const [systems, modules] = await Promise.all([allSystems(db), placedModules(db, person)])
  const bySystem = Map.groupBy(modules, ({ idsys }) => idsys)
  return systems
    .map((system) => ({ ...system, modules: bySystem.get(system.idsys) ?? [] }))
    .filter((system) => person.isRivc || system.modules.length > 0)
}

export async function systemsFor(db: Db, person: Person): Promise<System[]> {
  const systems = await systemsWithModules(db, person)
  return systems.map(({ idsys, namesys }) => ({ idsys, namesys }))
}

const allSystems = rememberedWhole(['systems'], (db): Promise<System[]> => livingSystems.all(db, {}))

const livingSystems = statement((db) =>
  db
    .selectFrom('systems')
    .select(['idsys', 'namesys'])
    .where('deleted_at', 'is', null)
    .orderBy('order', (order) => order.asc().nullsLast())
    .orderBy(inRussianOrder('namesys'))
    .orderBy('idsys'),
)

/** Returns every company for staff, and a client's own company for a client. */
export async function companiesFor(db: Db, { isRivc, idcomp }: Person): Promise<Company[]> {
  const companies = await allCompanies(db)
  return isRivc ? companies : companies.filter((company) => company.idcomp === idcomp)
}

const allCompanies = rememberedWhole(['companies'], (db): Promise<Company[]> => livingCompanies.all(db, {}))

/** Returns the companies that use a module. @throws 404 «Модуль не найден» */
export async function companiesOfModule(db: Db, idmod: number): Promise<Company[]> {
  const [module, companies] = await Promise.all([livingModule.first(db, { idmod }), livingCompanies.all(db, { idmod })])
  if (!module) throw refuseWith(NO_MODULE)
  return companies
}

const livingModule = statement((db, { idmod }: { idmod: number }) =>
  db.selectFrom('living_modules').select('idmod').where('idmod', '=', idmod),
)

/** All companies, those that use a module, or one. */
const livingCompanies = statement((db, { idcomp, idmod }: { idcomp?: number; idmod?: number }) =>
  db
    .selectFrom('companies as c')
    .select(['c.idcomp', 'c.namecomp'])
    .where('c.deleted_at', 'is', null)
    .$if(idcomp !== undefined, (all) => all.where('c.idcomp', '=', idcomp ?? 0))
    .$if(idmod !== undefined, (all) =>
      all.innerJoin('company_modules as cm', 'cm.idcomp', 'c.idcomp').where('cm.idmod', '=', idmod ?? 0),
    )
    .orderBy(inRussianOrder('c.namecomp'))
    .orderBy('c.idcomp'),
)

/** Returns the people of a company, with or without an address. @throws 404 «Компания не найдена» */
export async function contactsOfCompany(db: Db, idcomp: number): Promise<ReplyOf<typeof lookups.companyContacts>> {
  const [company, contacts] = await Promise.all([
    livingCompanies.first(db, { idcomp }),
    people.all(db, { companies: [idcomp], withAddress: false }),
  ])
  if (!company) throw refuseWith(NO_COMPANY)
  return { contacts }
}

/** Returns the people of companies, with or without an address; nobody of companies that do not exist. */
export const contactsOfCompanies = async (
  db: Db,
  { companies }: BodyOf<typeof lookups.contactsOfCompanies>,
): Promise<ReplyOf<typeof lookups.contactsOfCompanies>> => ({
  contacts: await people.all(db, { companies, withAddress: false }),
})

interface PeopleInput {
  /** Null for the provider's people. */
  companies: number[] | null
  /** Only people of companies that use at least one of them. */
  modules?: number[] | null
  withAddress: boolean
}

const people = statement((db, { companies, modules = null, withAddress }: PeopleInput) =>
  db
    .selectFrom('shared_users as users')
    .select(['id', 'name', 'email as mailuser', 'idcomp'])
    .where('is_blocked', '=', false)
    .where('is_service', '=', false)
    .where('deleted_at', 'is', null)
    .$if(withAddress, (all) => all.where('email', 'is not', null))
    .$if(companies === null, (all) => all.where('isRivc', '=', true))
    .$if(companies !== null, (all) => all.where('idcomp', '=', oneOf(companies)))
    .$if(modules !== null, (all) => all.where('idcomp', 'in', usersOfModules(db, modules ?? [])))
    .orderBy(inRussianOrder('name'))
    .orderBy('id'),
)

const usersOfModules = (db: Db, modules: number[]) =>
  db.selectFrom('company_modules as cm').select('cm.idcomp').where('cm.idmod', '=', oneOf(modules))

/**
 * Returns whom letters can be sent to: the provider's people and those of the companies; if modules are given, only of
 * companies that use at least one of them. Only people with an address.
 * @throws 404 «Пользователи не найдены» or «Адресаты клиента не найдены» when a side is empty
 */
export async function contactsFor(
  db: Db,
  { companies, modules }: BodyOf<typeof lookups.getContacts>,
): Promise<ReplyOf<typeof lookups.getContacts>> {
  const [rivc, clients] = await Promise.all([
    people.all(db, { companies: null, withAddress: true }),
    people.all(db, { companies, modules: modules?.length ? modules : null, withAddress: true }),
  ])
  if (rivc.length === 0) throw refuseWith(NO_STAFF_CONTACTS)
  if (clients.length === 0) throw refuseWith(NO_CLIENT_CONTACTS)
  return { rivc, clients }
}
