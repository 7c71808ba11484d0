import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { account, adminPeople, agreements, auth, requests, tokens } from '@vypusk/contract'
import { testApp, type Api, type TestApp } from '../../testing/app.ts'
import { awaitedLocks } from '../../testing/database.ts'
import { makeAgreement, makePeople, makeRelease, makeRequest } from '../../testing/making/make.ts'

/** A person who belongs to two companies: client1 of the first company is also in the second. */

let product: TestApp
let people: Awaited<ReturnType<typeof makePeople>>
let admin: Api
/** A request and an agreement in each company. */
let things: { request: number; agreement: number }[]

const rights = { can_enter_registry: false, can_create_registry: false, can_edit_calendar: true }
const join = (company = people.company2, input = rights) =>
  admin(adminPeople.join, { params: { id: people.client1 }, body: { company, ...input } })
const choose = (api: Api, company: number) => api(auth.chooseCompany, { body: { company } })
const me = async (api: Api) => (await api(auth.getUser)).body

async function fill() {
  const { db } = product.deps
  const { company1, company2, module: idmod, manager: author_id } = people
  const release_id = await makeRelease(db, { author_id }, { companies: [company1, company2], modules: [idmod] })
  const at = product.deps.clock.now().toISOString()
  const asked = { by_rivc: true, sent_at: at, heard_at: at, releaseDate: '2026-03-20' }
  return Promise.all(
    [company1, company2].map(async (company_id) => ({
      request: await makeRequest(db, { author_id, idcomp: company_id, idmod }),
      agreement: await makeAgreement(db, { author_id, release_id, company_id, ...asked }),
    })),
  )
}

beforeAll(async () => {
  product = await testApp()
  people = await makePeople(product.deps.db)
  admin = await product.as('admin')
  things = await fill()
})
afterAll(() => product.close())

const seen = async (api: Api) =>
  Promise.all(
    things.map(async ({ request, agreement }) => [
      (await api(requests.getRequest, { params: { id: request } })).status,
      (await api(agreements.get, { params: { id: agreement } })).status,
    ]),
  )
const OPEN = [200, 200]
const SHUT = [404, 404]

describe('a person of two companies', () => {
  test('sees the things of the chosen company, in the same session', async () => {
    const client = await product.as('client1')
    expect(await me(client)).not.toHaveProperty('companies')
    expect((await join()).status).toBe(200)
    const before = await me(client)
    expect(before.companies?.map(({ idcomp }) => idcomp).toSorted()).toEqual([people.company1, people.company2])
    expect(before).toMatchObject({ id: people.client1, company: { idcomp: people.company1 } })
    expect(await seen(client)).toEqual([OPEN, SHUT])
    const { body } = await choose(client, people.company2)
    expect(body.user).toMatchObject({ name: before.name, company: { idcomp: people.company2 } })
    expect(body.user.id).not.toBe(people.client1)
    expect(await me(client)).toEqual(body.user)
    expect(await seen(client)).toEqual([SHUT, OPEN])
    expect((await choose(client, people.company1)).body.user.id).toBe(people.client1)
    expect(await seen(client)).toEqual([OPEN, SHUT])
  })

  test('has the rights of the chosen company, and acts there under its own name', async () => {
    await join()
    const client = await product.as('client1')
    await choose(client, people.company2)
    const agreed = await client(agreements.update, {
      params: { id: things[1]!.agreement },
      body: { updateTarget: 5, remark: '' },
    })
    expect(agreed.status).toBe(200)
    const { id, name } = await me(client)
    expect(agreed.body.agreement.history[0]!.user).toEqual({ id, name })
  })

  test('begins in the company chosen last, and each browser can choose another', async () => {
    await join()
    const [first, second] = [await product.as('client1'), await product.as('client1')]
    await choose(first, people.company2)
    await choose(second, people.company1)
    expect((await me(first)).company?.idcomp).toBe(people.company2)
    expect((await me(second)).company?.idcomp).toBe(people.company1)
    await choose(first, people.company2)
    await choose(second, people.company2)
    expect((await me(await product.as('client1'))).company?.idcomp).toBe(people.company2)
    await choose(first, people.company1)
  })

  test('has one password and one list of sessions, whichever company is chosen', async () => {
    await join()
    const client = await product.as('client1')
    await choose(client, people.company2)
    const { sessions } = (await client(account.sessions)).body
    expect(sessions.filter(({ is_present }) => is_present)).toHaveLength(1)
    expect(sessions.length).toBeGreaterThan(1)
    expect((await client(account.endOthers)).status).toBe(200)
    expect((await client(account.sessions)).body.sessions).toHaveLength(1)
    const other = await product.as('client1')
    const password = 'четыре слова подряд здесь'
    const changed = await client(account.changePassword, { body: { current_password: 'demo', password } })
    expect(changed.status).toBe(200)
    expect((await other(auth.getUser)).status).toBe(401)
    expect((await client(auth.getUser)).status).toBe(200)
    await product.deps.db
      .updateTable('users')
      .set((eb) => ({
        password_hash: eb.selectFrom('users as u').select('u.password_hash').where('u.login', '=', 'client2'),
      }))
      .where('id', '=', people.client1)
      .execute()
    await choose(client, people.company1)
  })

  test('cannot choose a foreign company, nor sign in with the account of a further one', async () => {
    await join()
    const client = await product.as('client1')
    expect((await choose(client, 999_999)).refusal.message).toBe('Эта компания не ваша: возможно, вас из неё убрали')
    const stranger = await product.as('client2')
    expect((await choose(stranger, people.company1)).status).toBe(422)
    const further = await product.deps.db
      .selectFrom('users')
      .select(['login', 'password_hash'])
      .where('person_id', '=', people.client1)
      .executeTakeFirstOrThrow()
    expect(further.password_hash).toBeNull()
    const tried = await product.anonymous(auth.login, { body: { login: further.login, password: 'demo' } })
    expect(tried.status).toBe(403)
  })
})

describe('an administrator', () => {
  const detail = async () => (await admin(adminPeople.get, { params: { id: people.client1 } })).body

  test('sees a person once, in the list of each company, with their history', async () => {
    await join(people.company2, { ...rights, can_edit_calendar: false })
    await join()
    const { body } = await admin(adminPeople.list, { query: { client_ids: String(people.company2) } })
    const lines = body.data.filter(({ login }) => login.startsWith('client1'))
    expect(lines).toMatchObject([{ id: people.client1, further: [expect.any(String)] }])
    const shown = await detail()
    expect(shown.memberships).toMatchObject([{ company: { idcomp: people.company2 }, can_edit_calendar: true }])
    expect(shown.history.map(({ title }) => title)).toEqual(
      expect.arrayContaining(['Ещё компания', 'Календарь компании']),
    )
    const byFurther = await admin(adminPeople.get, { params: { id: shown.memberships[0]!.id } })
    expect(byFurther.body).toMatchObject({ id: people.client1, login: shown.login })
  })

  test('does not overwrite the rights that another one has given meanwhile', async () => {
    await join()
    const [membership] = (await detail()).memberships
    const save = (version: number, input: object) =>
      admin(adminPeople.join, {
        params: { id: people.client1 },
        body: { company: people.company2, ...rights, ...input, version },
      })
    const version = membership!.version
    expect((await save(version, { can_enter_registry: true })).body.person.memberships).toMatchObject([
      { can_enter_registry: true, version: version + 1 },
    ])
    const late = await save(version, { can_create_registry: true })
    expect(late.status).toBe(409)
    expect(late.refusal['current']).toMatchObject({
      id: membership!.id,
      can_enter_registry: true,
      version: version + 1,
    })
    // Who adds the person anew has not seen that they belong to the company by now.
    expect((await save(0, {})).status).toBe(409)
    await admin(adminPeople.leave, { params: { id: people.client1, company: people.company2 } })
    const gone = await save(version + 1, {})
    expect([gone.status, gone.refusal['current']]).toEqual([409, null])
    expect((await save(0, {})).status).toBe(200)
  })

  test('removes somebody from a company: sessions there end at once, others stay', async () => {
    await join()
    const [there, here] = [await product.as('client1'), await product.as('client1')]
    await choose(there, people.company2)
    await choose(here, people.company1)
    const params = { id: people.client1, company: people.company2 }
    expect((await admin(adminPeople.leave, { params })).body.person.memberships).toEqual([])
    expect((await there(auth.getUser)).status).toBe(401)
    expect(await me(here)).not.toHaveProperty('companies')
    expect((await admin(adminPeople.leave, { params })).status).toBe(404)
    // A person who is added again gets their former account back.
    const [before] = await product.deps.db
      .selectFrom('users')
      .select('id')
      .where('person_id', '=', people.client1)
      .execute()
    expect((await join()).body.person.memberships[0]!.id).toBe(before!.id)
  })

  test('leaves no token when it blocks somebody who is creating one in a further company', async () => {
    await join()
    const client = await product.as('client1')
    await choose(client, people.company2)
    const { db } = product.deps
    const block = (is_blocked: boolean) =>
      admin(adminPeople.block, { params: { id: people.client1 }, body: { is_blocked } })
    // The token is being written, and its account is locked: the block has to wait for the account, not for the table.
    const both = await db.transaction().execute(async (tx) => {
      await sql`lock table api_tokens in share mode`.execute(tx)
      const creating = client(tokens.create, { body: { name: 'CI', scope: 'read', days: 30 } })
      await expect.poll(() => awaitedLocks(db)).toEqual(['relation'])
      const blocking = block(true)
      await expect.poll(() => awaitedLocks(db)).toHaveLength(2)
      expect(await awaitedLocks(db)).toEqual(['relation', 'transactionid'])
      return [creating, blocking] as const
    })
    const [created] = await Promise.all(both)
    await block(false)
    expect(created.status).toBe(200)
    expect((await product.withToken(created.body.access_token)(auth.getUser)).status).toBe(401)
  })

  test('blocks and renames somebody in all companies', async () => {
    await join()
    const client = await product.as('client1')
    await choose(client, people.company2)
    const block = (is_blocked: boolean) =>
      admin(adminPeople.block, { params: { id: people.client1 }, body: { is_blocked } })
    await block(true)
    expect((await client(auth.getUser)).status).toBe(401)
    await block(false)
    const shown = await detail()
    const fields = { ...shown, company: people.company1, name: 'Новое Имя' }
    await admin(adminPeople.save, { params: { id: people.client1 }, body: fields })
    const again = await product.as('client1')
    await choose(again, people.company2)
    expect((await me(again)).name).toBe('Новое Имя')
  })

  test.each([
    ['staff', () => people.manager, () => people.company1, 'Сотрудник поставщика не относится к компаниям клиентов'],
    [
      'the first company',
      () => people.client1,
      () => people.company1,
      'Это первая компания человека: она указана в его карточке',
    ],
    ['no company', () => people.client1, () => 999_999, 'Компания не найдена'],
  ])('is refused with the reason: %s', async (_, id, company, message) => {
    const answer = await admin(adminPeople.join, { params: { id: id() }, body: { company: company(), ...rights } })
    expect([answer.status, answer.refusal.errors?.['company']]).toEqual([422, [message]])
  })

  test('cannot make a further company of the person their first one', async () => {
    await join()
    const shown = await detail()
    const fields = { ...shown, company: people.company2 }
    const answer = await admin(adminPeople.save, { params: { id: people.client1 }, body: fields })
    expect(answer.refusal.errors?.['company']).toEqual([
      'Человек уже относится к этой компании: сделайте её первой или уберите его из неё',
    ])
  })
})
