import type { Insertable } from 'kysely'
import type { Db } from '../../platform/call.ts'
import type { DB } from '../../platform/db-types.gen.ts'
import { demoHash } from '../password.ts'

/** Creates rows for tests: every field has a plain default, so a test only gives the fields it is about. */

const MADE_AT = '2026-03-01T09:00:00.000Z'
let serial = 0

/**
 * A suffix that makes names unique, in letters of equal length (aaab, aaac …). The files of a worker continue counting,
 * so with digits a test searching for request 3 would sometimes find «Заявка 30» too, and «Заявка 10» would be sorted
 * before «Заявка 9».
 */
function next(): string {
  serial += 1
  return String(serial)
    .padStart(4, '0')
    .replace(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)))
}

type RowInput<Table extends keyof DB> = Partial<Insertable<DB[Table]>>

export async function makeCompany(db: Db, overrides: RowInput<'companies'> = {}): Promise<number> {
  const row = await db
    .insertInto('companies')
    .values({ namecomp: `ООО «Компания ${next()}»`, ...overrides })
    .returning('idcomp')
    .executeTakeFirstOrThrow()
  return row.idcomp
}

/** @param overrides `idcomp` makes the person a client; without it they are staff */
export async function makePerson(db: Db, login: string, overrides: RowInput<'users'> = {}): Promise<number> {
  const row = await db
    .insertInto('users')
    .values({
      login,
      name: `Имя ${login}`,
      email: `${login}@example.ru`,
      password_hash: await demoHash(),
      isRivc: !overrides.idcomp,
      ...overrides,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Creates a module in a system of its own, used by the given companies. */
export async function makeModule(
  db: Db,
  companies: number[] = [],
  overrides: RowInput<'modules'> = {},
): Promise<number> {
  const { idsys } = await db
    .insertInto('systems')
    .values({ namesys: `Система ${next()}` })
    .returning('idsys')
    .executeTakeFirstOrThrow()
  const { idmod } = await db
    .insertInto('modules')
    .values({ namemod: `Модуль ${next()}`, idsys, ...overrides })
    .returning('idmod')
    .executeTakeFirstOrThrow()
  if (companies.length > 0) {
    await db
      .insertInto('company_modules')
      .values(companies.map((idcomp) => ({ idcomp, idmod })))
      .execute()
  }
  return idmod
}

export async function makeRequest(
  db: Db,
  overrides: RowInput<'requests'> & { author_id: number; idcomp: number; idmod: number },
): Promise<number> {
  const { id } = await db
    .insertInto('requests')
    .values({
      e_title: `Заявка ${next()}`,
      status_id: 1,
      type_id: 1,
      created_at: MADE_AT,
      updated_at: MADE_AT,
      ...overrides,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Creates an entry on the first step, with a number of its own. */
export async function makeEntry(
  db: Db,
  overrides: RowInput<'registry_entries'> & { author_id: number; idcomp: number },
): Promise<number> {
  const { id } = await db
    .insertInto('registry_entries')
    .values({
      number: `Т-${next()}`,
      title: `Запись ${next()}`,
      step_id: 1,
      created_at: MADE_AT,
      updated_at: MADE_AT,
      ...overrides,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function makeRelease(
  db: Db,
  overrides: RowInput<'releases'> & { author_id: number },
  { companies = [], modules = [], users = [] }: { companies?: number[]; modules?: number[]; users?: number[] } = {},
): Promise<number> {
  const { id } = await db
    .insertInto('releases')
    .values({
      title: `Релиз ${next()}`,
      start_date: '2026-03-02',
      plan_date: '2026-03-31',
      is_visible_for_client: true,
      created_at: MADE_AT,
      updated_at: MADE_AT,
      ...overrides,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const release_id = id
  if (companies.length > 0) {
    await db
      .insertInto('release_companies')
      .values(companies.map((idcomp) => ({ release_id, idcomp })))
      .execute()
  }
  if (modules.length > 0) {
    await db
      .insertInto('release_modules')
      .values(modules.map((idmod) => ({ release_id, idmod })))
      .execute()
  }
  if (users.length > 0) {
    await db
      .insertInto('release_users')
      .values(users.map((user_id) => ({ release_id, user_id })))
      .execute()
  }
  return id
}

export async function makeAgreement(
  db: Db,
  overrides: RowInput<'agreements'> & { author_id: number; release_id: number; company_id: number },
): Promise<number> {
  const { id } = await db
    .insertInto('agreements')
    .values({ created_at: MADE_AT, updated_at: MADE_AT, ...overrides })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Creates an administrator, a manager, and two clients of two companies that use one module: `admin`, `manager`,
 * `client1`, `client2`. All except client2 may use the registry and create entries, as in the demo.
 */
export async function makePeople(db: Db) {
  const company1 = await makeCompany(db)
  const company2 = await makeCompany(db)
  const registry = { can_enter_registry: true, can_create_registry: true }
  return {
    company1,
    company2,
    module: await makeModule(db, [company1, company2]),
    admin: await makePerson(db, 'admin', { isAdmin: true, ...registry }),
    manager: await makePerson(db, 'manager', registry),
    client1: await makePerson(db, 'client1', { idcomp: company1, ...registry }),
    client2: await makePerson(db, 'client2', { idcomp: company2 }),
  }
}
