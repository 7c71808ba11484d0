import { makeCompany, makePerson } from '../../packages/server/src/testing/making/make.ts'
import type { Db } from '../../packages/server/src/platform/call.ts'
import { API_TOKEN } from '../../packages/server/src/platform/person.ts'
import { newSecret, secretHash } from '../../packages/server/src/platform/credentials/secret.ts'
import type { Canaries, Reader } from './canaries.ts'

/** Creates every kind of person, each with a session or a token. */

export interface Caller extends Reader {
  token: string | null
  /** Id of the person; 0 for nobody. */
  id: number
  isAdmin: boolean
  mayEnterRegistry: boolean
  scope?: 'read' | 'write'
  isEnded?: true
}

const LATER = '2027-01-01T00:00:00.000Z'
/** A session that lasted any longer would be one that a clock ahead has opened. */
const NEXT_WEEK = '2026-03-13T00:00:00.000Z'
const BEFORE = '2026-03-01T00:00:00.000Z'

/** Creates a session for the person; a session that has ended is opened again if its token is passed. */
export async function session(
  db: Db,
  user_id: number,
  { token = newSecret(), expires_at = NEXT_WEEK } = {},
): Promise<string> {
  const times = { created_at: BEFORE, last_seen_at: '2026-03-06T06:29:00.000Z', expires_at }
  await db
    .insertInto('sessions')
    .values({ user_id, token_hash: secretHash(token), ...times })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return token
}

export async function apiToken(db: Db, user_id: number, scope: string, name: string): Promise<string> {
  const token = `${API_TOKEN}${newSecret()}`
  await db
    .insertInto('api_tokens')
    .values({ user_id, name, scope, token_hash: secretHash(token), created_at: BEFORE, expires_at: LATER })
    .execute()
  return token
}

const registry = { can_enter_registry: true, can_create_registry: true }

/** Creates two companies that share a module, and a third from which nobody signs in. */
export async function makeCompanies(db: Db, canaries: Canaries) {
  const [own, other] = [await makeCompany(db), await makeCompany(db)]
  for (const idcomp of [own, other]) {
    const namecomp = `ООО &quot;${canaries.plant('name of a company', [idcomp])}&quot;`
    await db.updateTable('companies').set({ namecomp }).where('idcomp', '=', idcomp).execute()
  }
  const third = await makeCompany(db, { namecomp: canaries.plant('name of a company nobody is of', 'staff') })
  return { own, other, third }
}
export type Companies = Awaited<ReturnType<typeof makeCompanies>>

/** Creates the users; a client's name and address may be read by the client's own company and staff. */
async function makeRows(db: Db, canaries: Canaries, { own, other }: Companies) {
  const client = (login: string, idcomp: number, rights: object) => {
    const word = canaries.plant(`name of ${login}`, [idcomp])
    return makePerson(db, login, { idcomp, name: `Клиент ${word}`, email: `${word}@example.ru`, ...rights })
  }
  return {
    admin: await makePerson(db, 'admin', { isAdmin: true, ...registry }),
    manager: await makePerson(db, 'manager', registry),
    client: await client('client1', own, registry),
    unregistered: await client('client3', own, {}),
    stranger: await client('client2', other, registry),
  }
}

export async function makeCallers(db: Db, canaries: Canaries, companies: Companies) {
  const ids = await makeRows(db, canaries, companies)
  const { own, other } = companies
  const staff = { idcomp: null, isAdmin: false, mayEnterRegistry: true }
  const client = { idcomp: own, isAdmin: false, mayEnterRegistry: true }
  const callers: Caller[] = [
    { ...staff, key: 'admin', id: ids.admin, isAdmin: true, token: await session(db, ids.admin) },
    { ...staff, key: 'manager', id: ids.manager, token: await session(db, ids.manager) },
    { ...client, key: 'client', id: ids.client, token: await session(db, ids.client) },
    {
      ...client,
      key: 'unregistered',
      id: ids.unregistered,
      mayEnterRegistry: false,
      token: await session(db, ids.unregistered),
    },
    { ...client, key: 'stranger', id: ids.stranger, idcomp: other, token: await session(db, ids.stranger) },
    {
      ...staff,
      key: 'reader',
      id: ids.manager,
      scope: 'read',
      token: await apiToken(db, ids.manager, 'read', 'Читает'),
    },
    {
      ...staff,
      key: 'writer',
      id: ids.manager,
      scope: 'write',
      token: await apiToken(db, ids.manager, 'write', 'Пишет'),
    },
    {
      ...client,
      key: 'clientReader',
      id: ids.client,
      scope: 'read',
      token: await apiToken(db, ids.client, 'read', 'Читает'),
    },
    { ...client, key: 'nobody', id: 0, idcomp: 0, token: null },
    {
      ...client,
      key: 'ended',
      id: ids.client,
      idcomp: 0,
      isEnded: true,
      token: await session(db, ids.client, { expires_at: BEFORE }),
    },
  ]
  return { ids, callers }
}
export type People = Awaited<ReturnType<typeof makeCallers>>
