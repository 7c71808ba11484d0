import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auth } from '@vypusk/contract'
import { openProduct } from '../../app.ts'
import { makePeople, makePerson } from '../../testing/making/make.ts'
import { testApp, type TestApp } from '../../testing/app.ts'
import { PASSWORD } from '../../testing/password.ts'

let product: TestApp
let people: Awaited<ReturnType<typeof makePeople>>
beforeAll(async () => {
  product = await testApp()
  people = await makePeople(product.deps.db)
})
afterAll(() => product.close())

const logIn = (login: string, password: string) => product.anonymous(auth.login, { body: { login, password } })

describe('signing in', () => {
  test('gives a token that names the person', async () => {
    const { status, body } = await logIn('CLIENT1', PASSWORD)
    expect(status).toBe(200)
    expect(body).toMatchObject({ token_type: 'bearer', expires_in: 14 * 24 * 3600 })
    const user = await product.withToken(body.access_token)(auth.getUser)
    expect(user.body).toMatchObject({
      id: people.client1,
      login: 'client1',
      isRivc: false,
      isAdmin: false,
      company: { idcomp: people.company1 },
      app_version: '2.17.4',
      zone: 'UTC',
    })
  })

  test('says whose days the system counts by', async () => {
    process.env['TZ'] = 'Asia/Kamchatka'
    try {
      const user = await (await product.as('client1'))(auth.getUser)
      expect(user.body.zone).toBe('Asia/Kamchatka')
    } finally {
      process.env['TZ'] = 'UTC'
    }
  })

  test.each([
    ['wrong password', 'manager', 'nope'],
    ['unknown login', 'nobody', PASSWORD],
    ['a login with a quote', 'o\'hara"; drop table users', PASSWORD],
  ])('%s gets the same message', async (_, login, password) => {
    expect(await logIn(login, password)).toMatchObject({
      status: 403,
      refusal: { message: 'Неверный логин или пароль' },
    })
  })

  test('both fields are required', async () => {
    const { status, refusal } = await logIn('', '')
    expect(status).toBe(422)
    expect(Object.keys(refusal.errors ?? {})).toEqual(['login', 'password'])
  })

  test('a blocked person learns of the block only after the right password', async () => {
    await makePerson(product.deps.db, 'blocked', { is_blocked: true })
    expect(await logIn('blocked', 'nope')).toMatchObject({ status: 403 })
    expect(await logIn('blocked', PASSWORD)).toMatchObject({
      status: 422,
      refusal: { message: 'Нет доступа к ресурсу' },
    })
  })

  test('the eleventh failure of a login in 15 minutes has to wait, even with the right password', async () => {
    await makePerson(product.deps.db, 'forgetful')
    for (let tries = 0; tries < 10; tries += 1) expect((await logIn('forgetful', 'nope')).status).toBe(403)
    const refused = await logIn('Forgetful', PASSWORD)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(refused.refusal.message).toMatch(/^Слишком много попыток. Повторите через 1[45] мин$/)
  })

  test('a success resets the count of failures', async () => {
    await makePerson(product.deps.db, 'clumsy')
    for (let round = 0; round < 3; round += 1) {
      for (let tries = 0; tries < 4; tries += 1) await logIn('clumsy', 'nope')
      expect((await logIn('clumsy', PASSWORD)).status).toBe(200)
    }
  })

  test('tokens are not in the database', async () => {
    const { body } = await logIn('manager', PASSWORD)
    const rows = await product.deps.db.selectFrom('sessions').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(body.access_token)
  })
})

describe('a session', () => {
  test('ends at once on every node', async () => {
    const other = await openProduct({
      settings: product.deps.settings,
      config: product.config,
      log: product.deps.log,
      clock: product.clock,
      strictReplies: true,
      isByTheClock: false,
    })
    const { body } = await logIn('manager', PASSWORD)
    const headers = { authorization: `Bearer ${body.access_token}` }
    const there = () => other.app.inject({ url: '/api/auth/user', headers })
    expect((await there()).statusCode).toBe(200)
    await product.withToken(body.access_token)(auth.logout)
    expect((await there()).statusCode).toBe(401)
    await other.close()
  })

  test('ends when it expires, and when the person is blocked', async () => {
    await makePerson(product.deps.db, 'leaver')
    const api = await product.as('leaver')
    expect((await api(auth.getUser)).status).toBe(200)
    await product.deps.db.updateTable('users').set({ is_blocked: true }).where('login', '=', 'leaver').execute()
    expect((await api(auth.getUser)).status).toBe(401)

    const manager = await product.as('manager')
    const before = product.clock.now().toISOString()
    product.clock.set('2026-03-20T06:30:01.000Z')
    expect((await manager(auth.getUser)).status).toBe(401)
    product.clock.set(before)
  })
})

describe('settings', () => {
  test('have one entry per page, always including the pages of the brief', async () => {
    const api = await product.as('client2')
    expect((await api(auth.getSettings)).body).toEqual({
      ReleasesPage: { selectedSystems: [], selectedModules: [], selectedSteps: [] },
      CompaniesChoice: [],
    })
    const pageSettings = { selectedSystems: [1], selectedModules: [], selectedSteps: [0, 3] }
    expect((await api(auth.saveSettings, { body: { page: 'ReleasesPage', pageSettings } })).status).toBe(200)
    await api(auth.saveSettings, { body: { page: 'BacklogTable', pageSettings: { density: 'compact' } } })
    expect((await api(auth.getSettings)).body).toMatchObject({
      ReleasesPage: pageSettings,
      BacklogTable: { density: 'compact' },
    })
    const other = await product.as('client1')
    expect((await other(auth.getSettings)).body).not.toHaveProperty('BacklogTable')
  })

  test.each([
    ['32 KiB', 'X', 'я'.repeat(16_384)],
    ['a shape of its own', 'ReleasesPage', { selectedSteps: 'все' }],
    ['a zero byte', 'X', 'a\u0000b'],
  ])('refuse what breaks %s', async (_, page, pageSettings) => {
    const api = await product.as('client2')
    expect((await api(auth.saveSettings, { body: { page, pageSettings } })).status).toBe(422)
  })

  test('are kept for a hundred pages, also when many are saved at once', async () => {
    const { db } = product.deps
    const user_id = await makePerson(db, 'collector')
    const rows = Array.from({ length: 95 }, (_, n) => ({ user_id, page: `page ${n}`, pageSettings: '1' }))
    await db.insertInto('user_settings').values(rows).execute()
    const api = await product.as('collector')
    const save = (page: string) => api(auth.saveSettings, { body: { page, pageSettings: 2 } })
    const replies = await Promise.all(Array.from({ length: 15 }, (_, n) => save(`new ${n}`)))
    const refused = replies.filter(({ status }) => status === 422)
    expect(refused).toHaveLength(10)
    expect(refused[0]?.refusal).toMatchObject({ errors: { page: [expect.stringContaining('100 страниц')] } })
    expect((await save('page 7')).status).toBe(200)
    expect((await api(auth.getSettings)).body).toMatchObject({ 'page 7': 2 })
  })
})

test('invalid JSON is refused without exposing messages of libraries', async () => {
  const reply = await product.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: { 'content-type': 'application/json' },
    payload: '{"login": ',
  })
  expect(reply.statusCode).toBe(400)
  expect(reply.json()).toEqual({ message: 'Запрос не удалось прочитать: это не JSON и не форма с файлами' })
})

test('an unknown address below /api answers 404 in JSON', async () => {
  const reply = await product.app.inject({ url: '/api/no/such/thing' })
  expect(reply.statusCode).toBe(404)
  expect(reply.json().message).toMatch(/^Не найдено/)
})
