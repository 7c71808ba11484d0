import { sql } from 'kysely'
import type { BodyOf, Company, lookups, Module, Ref, ReplyOf, System } from '@vypusk/contract'
import type { Db, Person } from '../../../platform/call.ts'
import { rememberedWhole } from '../../../platform/memory.ts'
import { refuseWith } from '../../../platform/refusal.ts'
import { inRussianOrder } from '../../../platform/sql.ts'
import { statement } from '../../../platform/statement.ts'
import { NO_CLIENT_CONTACTS, NO_COMPANY, NO_MODULE, NO_STAFF_CONTACTS } from '../policy.ts'

/** Returns the provider's active people. */
export const staff = rememberedWhole(['users'], (db): Promise<Ref[]> =>
  db
    .selectFrom('shared_users as users')
    .select(['id', 'name'])
    .where('isRivc', '=', true)
    .where('is_blocked', '=', false)
    .where('is_service', '=', false)
    .where('deleted_at', 'is', null)
    .orderBy(inRussianOrder('name'))
    .orderBy('id')
    .execute(),
)

/** Returns the modules by name: all of them for staff, those its company uses for a client. */
export async function modulesFor(db: Db, person: Person): Promise<Module[]> {
  return seenAmong(await modulesByName(db), db, person)
}

/** The same modules in the order that administrators have given them within their systems. */
async function placedModules(db: Db, person: Person): Promise<Module[]> {
  return seenAmong(await modulesInPlace(db), db, person)
}

const modulesByName = rememberedWhole(['modules', 'systems'], (db) =>
  livingModules(db).orderBy(inRussianOrder('m.namemod')).orderBy('m.idmod').execute(),
)
const modulesInPlace = rememberedWhole(['modules', 'systems'], (db) =>
  livingModules(db)
    .orderBy('m.order', (order) => order.asc().nullsLast())
    .orderBy(inRussianOrder('m.namemod'))
    .orderBy('m.idmod')
    .execute(),
)

const livingModules = (db: Db) =>
  db
    .selectFrom('modules as m')
    .innerJoin('systems as sy', 'sy.idsys', 'm.idsys')
    .select(['m.idmod', 'm.namemod', 'm.idsys', 'sy.namesys as system'])
    .where('m.deleted_at', 'is', null)
    .where('sy.deleted_at', 'is', null)

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

const allSystems = rememberedWhole(['systems'], (db): Promise<System[]> =>
  db
    .selectFrom('systems')
    .select(['idsys', 'namesys'])
    .where('deleted_at', 'is', null)
    .orderBy('order', (order) => order.asc().nullsLast())
    .orderBy(inRussianOrder('namesys'))
    .orderBy('idsys')
    .execute(),
)

/** Returns every company for staff, and a client's own company for a client. */
export async function companiesFor(db: Db, { isRivc, idcomp }: Person): Promise<Company[]> {
  const companies = await allCompanies(db)
  return isRivc ? companies : companies.filter((company) => company.idcomp === idcomp)
}

const allCompanies = rememberedWhole(['companies'], (db): Promise<Company[]> => livingCompanies(db).execute())

/** Returns the companies that use a module. @throws 404 «Модуль не найден» */
export async function companiesOfModule(db: Db, idmod: number): Promise<Company[]> {
  const module = await db
    .selectFrom('modules')
    .select('idmod')
    .where('idmod', '=', idmod)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!module) throw refuseWith(NO_MODULE)
  return livingCompanies(db)
    .innerJoin('company_modules as cm', 'cm.idcomp', 'c.idcomp')
    .where('cm.idmod', '=', idmod)
    .execute()
}

const livingCompanies = (db: Db) =>
  db
    .selectFrom('companies as c')
    .select(['c.idcomp', 'c.namecomp'])
    .where('c.deleted_at', 'is', null)
    .orderBy(inRussianOrder('c.namecomp'))
    .orderBy('c.idcomp')

/** Returns the people of a company, with or without an address. @throws 404 «Компания не найдена» */
export async function contactsOfCompany(db: Db, idcomp: number): Promise<ReplyOf<typeof lookups.companyContacts>> {
  const company = await livingCompanies(db).where('c.idcomp', '=', idcomp).executeTakeFirst()
  if (!company) throw refuseWith(NO_COMPANY)
  return { contacts: await people(db).where('idcomp', '=', idcomp).execute() }
}

const people = (db: Db) =>
  db
    .selectFrom('shared_users as users')
    .select(['id', 'name', 'email as mailuser', 'idcomp'])
    .where('is_blocked', '=', false)
    .where('is_service', '=', false)
    .where('deleted_at', 'is', null)
    .orderBy(inRussianOrder('name'))
    .orderBy('id')

const withAddress = (db: Db) => people(db).where('email', 'is not', null)

/**
 * Returns whom letters can be sent to: the provider's people and those of the companies; if modules are given, only of
 * companies that use at least one of them. Only people with an address.
 * @throws 404 «Пользователи не найдены» or «Адресаты клиента не найдены» when a side is empty
 */
export async function contactsFor(
  db: Db,
  { companies, modules }: BodyOf<typeof lookups.getContacts>,
): Promise<ReplyOf<typeof lookups.getContacts>> {
  const rivc = await withAddress(db).where('isRivc', '=', true).execute()
  if (rivc.length === 0) throw refuseWith(NO_STAFF_CONTACTS)
  const clients = await withAddress(db)
    .where('idcomp', '=', sql<number>`any(${companies}::int[])`)
    .$if(Boolean(modules?.length), (query) => query.where('idcomp', 'in', usersOfModules(db, modules ?? [])))
    .execute()
  if (clients.length === 0) throw refuseWith(NO_CLIENT_CONTACTS)
  return { rivc, clients }
}

const usersOfModules = (db: Db, modules: number[]) =>
  db
    .selectFrom('company_modules as cm')
    .select('cm.idcomp')
    .where('cm.idmod', '=', sql<number>`any(${modules}::int[])`)
