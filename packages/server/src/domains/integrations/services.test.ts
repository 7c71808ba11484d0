import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import {
  adminPeople,
  agreements,
  auth,
  finding,
  lookups,
  mcp,
  releases,
  requests,
  services,
  tokens,
} from '@vypusk/contract'
import { makeAgreement, makeModule, makePeople, makePerson, makeRelease } from '../../testing/making/make.ts'
import { testApp, type Api, type TestApp } from '../../testing/app.ts'

let product: TestApp
let admin: Api
let company: number
let otherCompany: number
beforeAll(async () => {
  product = await testApp()
  ;({ company1: company, company2: otherCompany } = await makePeople(product.deps.db))
  admin = await product.as('admin')
})
afterAll(() => product.close())

const BUILD = { name: 'Сборка', about: 'Заводит заявки из сборки', scope: 'write' as const, company: null, days: 90 }

async function made(overrides: object = {}, maker = admin) {
  const { body } = await maker(services.create, { body: bodyOf(overrides) })
  const { id } = body.service
  const { body: answer } = await maker(services.createToken, { params: { id }, body: { name: 'Ночная' } })
  return { id, service: answer.service, api: product.withToken(answer.access_token), token: answer.access_token }
}
const bodyOf = (overrides: object) => ({ ...BUILD, ...overrides })

describe('a service account', () => {
  test('acts in its own name, and its token is only in the answer that created it', async () => {
    const { id, api, token } = await made()
    expect((await api(auth.getUser)).body).toMatchObject({ id, name: 'Сервис Сборка', isRivc: true, isAdmin: false })
    const listed = (await admin(services.list)).body.services.find((one) => one.id === id)
    expect(listed).toMatchObject({ name: 'Сборка', is_blocked: false, is_expired: false, company: null })
    expect(listed?.tokens).toMatchObject([{ name: 'Ночная', last_used_at: product.clock.now().toISOString() }])
    const rows = await product.deps.db.selectFrom('api_tokens').selectAll().execute()
    expect(JSON.stringify([rows, listed])).not.toContain(token)
  })

  test('appears in the history by its name, and its changes are in its own history', async () => {
    const { id, api } = await made({ name: 'Отчёты' })
    const idmod = await makeModule(product.deps.db, [company])
    const body = { e_title: 'Из сборки', module: idmod, type: 1, company }
    const { status } = await api(requests.createRequest, { body })
    expect(status).toBe(200)
    const { history } = (await admin(services.get, { params: { id } })).body
    expect(history.map(({ title, after }) => [title, after])).toEqual(
      expect.arrayContaining([
        ['Токен', 'сделан: Ночная'],
        ['Имя', 'Сервис Отчёты'],
        ['Что можно', 'читать и менять'],
      ]),
    )
    const { rows } = await sql<{ name: string }>`
      select u.name from history h join users u on u.id = h.user_id where h.entity = 'request' and h.user_id = ${id}
      limit 1`.execute(product.deps.db)
    expect(rows).toEqual([{ name: 'Сервис Отчёты' }])
  })

  test('sees what its company sees, and nothing of another', async () => {
    const { api } = await made({ name: 'Клиентский', company, scope: 'read' })
    expect((await api(auth.getUser)).body).toMatchObject({ isRivc: false, company: { idcomp: company } })
    expect((await api(adminPeople.list)).status).toBe(403)
    const refused = await api(requests.createRequest, { body: {} as never })
    expect(refused.refusal.message).toBe('Этого токена недостаточно: сделайте токен с большими правами')
  })

  test('is not an administrator and creates no tokens', async () => {
    const { id, api } = await made({ name: 'Скромный' })
    expect((await api(services.list)).status).toBe(403)
    expect((await api(tokens.create, { body: { name: 'ещё', scope: 'read', days: 1 } })).status).toBe(403)
    const raised = product.deps.db.updateTable('users').set({ isAdmin: true }).where('id', '=', id)
    await expect(raised.execute()).rejects.toThrow('users_service_is_no_person')
  })

  test('is accepted by the assistant’s endpoint like a person’s token', async () => {
    const { api } = await made({ name: 'Ассистент', scope: 'read' })
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} } as never
    const headers = { accept: 'application/json, text/event-stream' }
    const answer = await api(mcp.send, { body, headers })
    expect(JSON.parse(answer.raw.toString()).result.tools.length).toBeGreaterThan(0)
  })
})

describe('nobody', () => {
  test('signs in as a service, whatever is typed', async () => {
    const { id } = await made({ name: 'Запертый' })
    const { login } = await product.deps.db
      .selectFrom('users')
      .select('login')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect((await product.anonymous(auth.login, { body: { login, password: 'demo' } })).status).toBe(403)
    const withPassword = product.deps.db.updateTable('users').set({ password_hash: 'x' }).where('id', '=', id)
    await expect(withPassword.execute()).rejects.toThrow('users_service_is_no_person')
    const ways = [
      admin(adminPeople.get, { params: { id } }),
      admin(adminPeople.block, { params: { id }, body: { is_blocked: true } }),
      admin(adminPeople.linkCorporate, { params: { id }, body: { subject: 'нет' } }),
      admin(adminPeople.sendPassword, { params: { id } }),
    ]
    expect((await Promise.all(ways)).map(({ status }) => status)).toEqual([404, 404, 404, 404])
  })

  test('finds a service where a person is meant', async () => {
    await made({ name: 'Неприметный' })
    await made({ name: 'Неприметный клиента', company })
    const { body: people } = await admin(adminPeople.list, { query: { search_string: 'Неприметный' } })
    expect(people.data).toEqual([])
    const contacts = await admin(lookups.companyContacts, { params: { n: company } })
    const found = await admin(finding.search, { query: { search: 'Неприметный' } })
    const staff = await admin(releases.authors)
    expect(JSON.stringify([contacts.body, found.body, staff.body])).not.toContain('Неприметный')
  })

  test('names a service where a person is meant', async () => {
    const { id } = await made({ name: 'Безлюдный' })
    const { deps } = product
    const author_id = (await admin(auth.getUser)).body.id
    const release_id = await makeRelease(deps.db, { author_id }, { companies: [company] })
    const agreement = await makeAgreement(deps.db, { author_id, release_id, company_id: company })
    const release = { title: 'Чей', start_date: '2026-03-02', plan_date: '2026-03-31', planned_time: 60 }
    const answers = [
      await admin(releases.save, {
        params: { id: 0 },
        body: { ...release, users: [id], companies: [company] },
      }),
      await admin(agreements.update, { params: { id: agreement }, body: { updateTarget: 2, recipients: [id] } }),
      await admin(requests.joinImported, { body: { source: 'Redmine', name: 'Кто-то', user: id } }),
    ]
    expect(answers.map(({ status, refusal }) => [status, Object.keys(refusal.errors ?? {})])).toEqual([
      [422, ['users']],
      [422, ['recipients']],
      [422, ['user']],
    ])
  })
})

describe('its access ends', () => {
  test('when it is blocked, at once and for good', async () => {
    const { id, api } = await made({ name: 'Лишний' })
    expect((await api(auth.getUser)).status).toBe(200)
    expect((await admin(services.block, { params: { id }, body: { is_blocked: true } })).body.service).toMatchObject({
      is_blocked: true,
      tokens: [],
    })
    expect((await api(auth.getUser)).status).toBe(401)
    const refused = await admin(services.createToken, { params: { id }, body: { name: 'x' } })
    expect(refused).toMatchObject({ status: 422 })
    await admin(services.block, { params: { id }, body: { is_blocked: false } })
    expect((await api(auth.getUser)).status).toBe(401)
  })

  test('when its token is revoked, but not by a token of another account', async () => {
    const [one, other] = [await made({ name: 'Первый' }), await made({ name: 'Второй' })]
    const token = one.service.tokens[0]?.id ?? 0
    expect((await admin(services.revokeToken, { params: { id: other.id, token } })).status).toBe(404)
    expect((await one.api(auth.getUser)).status).toBe(200)
    expect((await admin(services.revokeToken, { params: { id: one.id, token } })).status).toBe(200)
    expect((await one.api(auth.getUser)).status).toBe(401)
  })

  test('when its time is over, and goes on when that is extended', async () => {
    const { id, api } = await made({ name: 'Срочный', days: 1 })
    const before = product.clock.now().toISOString()
    product.clock.set('2026-03-07T06:30:00.000Z')
    expect((await api(auth.getUser)).status).toBe(401)
    const saved = await admin(services.save, { params: { id }, body: bodyOf({ name: 'Срочный', days: 2 }) })
    expect(saved.body.service).toMatchObject({ is_expired: false, expires_at: '2026-03-09T06:30:00.000Z' })
    expect((await api(auth.getUser)).status).toBe(200)
    product.clock.set(before)
  })

  test('when it moves to another company: no token is valid for two of them', async () => {
    const { id, api } = await made({ name: 'Переезжающий', company })
    const save = (overrides: object) =>
      admin(services.save, { params: { id }, body: bodyOf({ name: 'Переезжающий', ...overrides }) })
    await save({ company, about: 'Иное' })
    expect((await api(auth.getUser)).status).toBe(200)
    expect((await save({ company: otherCompany })).body.service).toMatchObject({
      company: { idcomp: otherCompany },
      tokens: [],
    })
    expect((await api(auth.getUser)).status).toBe(401)
  })

  test('but not when the person who created it leaves', async () => {
    const maker = await makePerson(product.deps.db, 'maker', { isAdmin: true })
    const { api } = await made({ name: 'Остающийся' }, await product.as('maker'))
    expect((await admin(adminPeople.block, { params: { id: maker }, body: { is_blocked: true } })).status).toBe(200)
    expect((await api(auth.getUser)).status).toBe(200)
  })
})

describe('its rights', () => {
  test('follow what is saved from the next call on', async () => {
    const { id, api } = await made({ name: 'Меняющийся' })
    await admin(services.save, { params: { id }, body: bodyOf({ name: 'Иной', scope: 'read' }) })
    expect((await api(auth.getUser)).body).toMatchObject({ name: 'Сервис Иной' })
    expect((await api(requests.createRequest, { body: {} as never })).status).toBe(403)
  })

  test('never change sides, and a directory belongs to no client', async () => {
    const { id, service } = await made({ name: 'Сторона' })
    const save = (overrides: object) => admin(services.save, { params: { id }, body: bodyOf(overrides) })
    expect(await save({ company })).toMatchObject({
      status: 422,
      refusal: { errors: { company: [expect.any(String)] } },
    })
    expect(await save({ version: service.version + 5 })).toMatchObject({ status: 409 })
    const directory = await admin(services.create, { body: bodyOf({ scope: 'directory', company }) })
    expect(directory).toMatchObject({ status: 422, refusal: { errors: { company: [expect.any(String)] } } })
  })

  test('as a directory open nothing but SCIM', async () => {
    const { api } = await made({ name: 'Каталог', scope: 'directory' })
    const answers = await Promise.all([
      api(auth.getUser),
      api(releases.steps),
      api(lookups.companyContacts, { params: { n: company } }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403])
  })
})
