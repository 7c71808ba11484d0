import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  adminPeople,
  auth,
  drafts,
  endpoints,
  publications,
  requests,
  tokens,
  type AnyEndpoint,
} from '@vypusk/contract'
import { makePeople, makePerson } from '../../testing/making/make.ts'
import { testApp, type Api, type TestApp } from '../../testing/app.ts'

const DEAD = { status: 401, refusal: { message: 'Сессия завершена. Войдите ещё раз' } }

let product: TestApp
let company: number
beforeAll(async () => {
  product = await testApp()
  company = (await makePeople(product.deps.db)).company1
})
afterAll(() => product.close())

async function tokenOf(login: string, scope: tokens.TokenScope, days = 30) {
  const api = await product.as(login)
  const { body } = await api(tokens.create, { body: { name: `${login} ${scope}`, scope, days } })
  return { ...body, api: product.withToken(body.access_token), session: api }
}

describe('a token', () => {
  test('acts for its person, and is only in the answer that created it', async () => {
    const { access_token, token, api, session } = await tokenOf('manager', 'write')
    expect(access_token).toMatch(/^vypusk_[\w-]{43}$/)
    expect((await api(auth.getUser)).body).toMatchObject({ login: 'manager' })
    const listed = await session(tokens.list)
    expect(listed.body.tokens).toEqual([{ ...token, last_used_at: product.clock.now().toISOString() }])
    const rows = await product.deps.db.selectFrom('api_tokens').selectAll().execute()
    expect(JSON.stringify([rows, listed.body])).not.toContain(access_token)
  })

  test('ends when it is revoked, by its own person only', async () => {
    const { token, api, session } = await tokenOf('client1', 'read')
    const other = await product.as('client2')
    expect((await other(tokens.revoke, { params: { id: token.id } })).status).toBe(404)
    expect((await api(auth.getUser)).status).toBe(200)
    expect((await session(tokens.revoke, { params: { id: token.id } })).status).toBe(200)
    expect(await api(auth.getUser)).toMatchObject(DEAD)
    expect((await session(tokens.list)).body.tokens).toEqual([])
    expect((await session(tokens.revoke, { params: { id: token.id } })).status).toBe(404)
  })

  test('that only reads is let in to what changes nothing, like the document of a publication not made yet', async () => {
    const { api } = await tokenOf('manager', 'read')
    const nothing = { body: { list: [], recipients: {} } } as never
    const statuses = [drafts.preview, drafts.previewDoc, publications.publish].map((call) => api(call, nothing))
    expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([422, 422, 403])
  })

  test('is in the history of its person, without its value', async () => {
    const id = await makePerson(product.deps.db, 'maker')
    const { token, access_token, session } = await tokenOf('maker', 'write')
    await session(tokens.revoke, { params: { id: token.id } })
    const { history } = (await (await product.as('admin'))(adminPeople.get, { params: { id } })).body
    expect(history.map(({ title, after, user }) => [title, after, user.id])).toEqual([
      ['Токен API', 'отозван: maker write', id],
      ['Токен API', 'сделан: maker write, читать и менять', id],
    ])
    expect(JSON.stringify(history)).not.toContain(access_token)
  })

  test('ends when its days are over, and when its person is blocked', async () => {
    await makePerson(product.deps.db, 'leaver')
    const { api } = await tokenOf('leaver', 'read', 1)
    const before = product.clock.now().toISOString()
    product.clock.set('2026-03-07T06:30:00.000Z')
    expect(await api(auth.getUser)).toMatchObject(DEAD)
    product.clock.set(before)
    expect((await api(auth.getUser)).status).toBe(200)
    await product.deps.db.updateTable('users').set({ is_blocked: true }).where('login', '=', 'leaver').execute()
    expect(await api(auth.getUser)).toMatchObject(DEAD)
  })

  test('of an administrator administers only when created for that', async () => {
    const [write, admin] = [await tokenOf('admin', 'write'), await tokenOf('admin', 'admin')]
    expect((await write.api(adminPeople.list)).status).toBe(403)
    expect((await admin.api(adminPeople.list)).status).toBe(200)
    const manager = await product.as('manager')
    const refused = await manager(tokens.create, { body: { name: 'x', scope: 'admin', days: 1 } })
    expect(refused).toMatchObject({ status: 422, refusal: { errors: { scope: [expect.any(String)] } } })
  })

  test('never allows more than its person may do at that moment', async () => {
    const { db } = product.deps
    const id = await makePerson(db, 'mover', { isAdmin: true })
    const { api } = await tokenOf('mover', 'admin')
    const now = (row: Partial<{ isAdmin: boolean; isRivc: boolean; idcomp: number | null; deleted_at: string }>) =>
      db.updateTable('users').set(row).where('id', '=', id).execute()
    const may = async () =>
      (await Promise.all([api(adminPeople.list), api(requests.backlogFilters), api(auth.getUser)])).map(
        ({ status }) => status,
      )
    expect(await may()).toEqual([200, 200, 200])
    await now({ isAdmin: false })
    expect(await may()).toEqual([403, 200, 200])
    await now({ isRivc: false, idcomp: company })
    expect(await may()).toEqual([403, 403, 200])
    await now({ deleted_at: product.clock.now().toISOString() })
    expect(await may()).toEqual([401, 401, 401])
  })

  test('is one of twenty at most, also when created at once', async () => {
    await makePerson(product.deps.db, 'collector')
    const api = await product.as('collector')
    const make = (n: number) => api(tokens.create, { body: { name: `№ ${n}`, scope: 'read', days: 1 } })
    const made = await Promise.all(Array.from({ length: 22 }, (_, n) => make(n)))
    expect(made.filter(({ status }) => status === 200)).toHaveLength(20)
    expect(made.find(({ status }) => status === 422)?.refusal.message).toMatch(/^Токенов уже 20/)
  })

  test('that is guessed has to wait after fifty attempts, and nobody else does', async () => {
    const guess = () => product.withToken('vypusk_guessed')(auth.getUser)
    let refused = await guess()
    // The dead tokens of the other tests have been attempts as well.
    for (let tries = 1; tries <= 50 && refused.status === 401; tries += 1) refused = await guess()
    expect(refused.status).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    const { api } = await tokenOf('manager', 'read')
    expect((await api(auth.getUser)).status).toBe(200)
  })
})

describe('scopes', () => {
  const SESSION_ONLY = 'Это делают только после входа: токену API этого нельзя'
  const TOO_LITTLE = 'Этого токена недостаточно: сделайте токен с большими правами'
  let read: Api
  let write: Api
  beforeAll(async () => {
    read = (await tokenOf('manager', 'read')).api
    write = (await tokenOf('manager', 'write')).api
  })

  const reading = ({ method, reads }: AnyEndpoint) => method === 'GET' || method === 'HEAD' || reads
  const open = Object.entries(endpoints).filter(
    ([name, { access }]) => (access === 'any' || access === 'staff') && name !== 'live.events',
  )
  const params = ({ path }: AnyEndpoint) =>
    Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name]) => [name, '999999']))
  const ask = (api: Api, endpoint: AnyEndpoint) =>
    api(endpoint, { params: params(endpoint), ...(endpoint.method === 'GET' ? {} : { body: {} }) })

  test.each(open)('%s keeps to them', async (_, endpoint) => {
    const [byRead, byWrite] = [await ask(read, endpoint), await ask(write, endpoint)]
    const isRefused = (answer: typeof byRead, sentence: string) =>
      answer.status === 403 && (answer.refusal?.message === sentence || endpoint.method === 'HEAD')
    expect(isRefused(byWrite, SESSION_ONLY)).toBe(endpoint.bySessionOnly === true)
    expect(isRefused(byWrite, TOO_LITTLE)).toBe(false)
    expect(isRefused(byRead, TOO_LITTLE)).toBe(!reading(endpoint) && !endpoint.bySessionOnly)
  })

  test('none creates anything that outlives it, whatever it allows', async () => {
    const { api } = await tokenOf('admin', 'admin')
    const lasting = Object.entries(endpoints).filter(
      ([name]) =>
        ['tokens.create', 'calendar.subscribe', 'files.linkFile', 'webhooks.create', 'webhooks.save'].includes(name) ||
        ['webhooks.renewSecret', 'adminPeople.sendPassword', 'adminPeople.linkCorporate'].includes(name),
    )
    expect(lasting).toHaveLength(8)
    for (const [, endpoint] of lasting) {
      expect(await ask(api, endpoint)).toMatchObject({ status: 403, refusal: { message: SESSION_ONLY } })
    }
    const body = { login: 'by-token', name: 'x', email: 'x@example.ru', company: null, send_password: true }
    expect(await api(adminPeople.create, { body })).toMatchObject({ status: 403, refusal: { message: SESSION_ONLY } })
  })

  test('a read token writes nothing', async () => {
    expect((await read(requests.backlogSummary, { body: {} })).status).toBe(200)
  })
})
