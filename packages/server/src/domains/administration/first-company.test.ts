import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { account, adminCompanies, adminPeople, auth, lookups, tokens } from '@vypusk/contract'
import { testApp, type Api, type TestApp } from '../../testing/app.ts'
import { makeCompany, makePeople, makePerson } from '../../testing/making/make.ts'

/** Which company of a person is the first, and what becomes of the others when it is hidden. */

let product: TestApp
let people: Awaited<ReturnType<typeof makePeople>>
let admin: Api
let serial = 0

/** A person of two companies: the first and the further one. */
let person: number
let login: string
let first: number
let further: number

const rights = { can_enter_registry: true, can_create_registry: false, can_edit_calendar: false }
const join = (company: number) => admin(adminPeople.join, { params: { id: person }, body: { company, ...rights } })
const hide = (id: number, is_hidden = true) => admin(adminCompanies.hide, { params: { id }, body: { is_hidden } })
const block = (id: number, is_blocked: boolean) => admin(adminPeople.block, { params: { id }, body: { is_blocked } })
const makeFirst = (company: number, id = person) => admin(adminPeople.first, { params: { id, company } })
const choose = (api: Api, company: number) => api(auth.chooseCompany, { body: { company } })
const detail = async (id = person) => (await admin(adminPeople.get, { params: { id } })).body
const seen = async (api: Api) => {
  const { body } = await api(auth.getUser)
  const companies = body.companies?.map(({ idcomp }) => idcomp).toSorted((a, b) => a - b)
  return { company: body.company?.idcomp, companies }
}

beforeAll(async () => {
  product = await testApp()
  people = await makePeople(product.deps.db)
  admin = await product.as('admin')
})
afterAll(() => product.close())
beforeEach(async () => {
  const { db } = product.deps
  serial += 1
  login = `several${serial}`
  first = await makeCompany(db, { namecomp: `Первая ${serial}` })
  further = await makeCompany(db, { namecomp: `Вторая ${serial}` })
  person = await makePerson(db, login, { idcomp: first })
  await join(further)
})

describe('the first company is hidden', () => {
  test('its people go on with the next one in the same browser, and sign in there', async () => {
    const client = await product.as(login)
    const company = (await admin(adminCompanies.get, { params: { id: first } })).body
    expect(company).toMatchObject({ abilities: { hide: true }, going_on_count: 1 })
    expect((await hide(first)).status).toBe(200)
    expect(await seen(client)).toEqual({ company: further, companies: undefined })
    expect(await seen(await product.as(login))).toEqual({ company: further, companies: undefined })
    const shown = await detail()
    expect(shown).toMatchObject({ login, company: { idcomp: further }, is_blocked: false, ...rights })
    expect(shown.memberships).toMatchObject([{ id: person, company: { idcomp: first }, is_hidden: true }])
    expect(shown.history).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          title: 'Компания',
          before: `Первая ${serial}`,
          after: `Вторая ${serial}`,
          note: 'компания скрыта',
        }),
        expect.objectContaining({ title: 'Ещё компания', after: `Вторая ${serial}` }),
      ]),
    )
  })

  test('nothing opens it any more, and nobody of it can be chosen', async () => {
    const client = await product.as(login)
    const { access_token } = (await client(tokens.create, { body: { name: 'CI', scope: 'read', days: 30 } })).body
    await hide(first)
    expect((await product.withToken(access_token)(auth.getUser)).status).toBe(401)
    const ended = (await detail()).history.find(({ title }) => title === 'Доступ завершён')
    expect(ended).toMatchObject({ after: 'токены API: 1', note: 'компания скрыта' })
    expect((await choose(client, first)).status).toBe(422)
    const contacts = await admin(lookups.companyContacts, { params: { n: first } })
    expect(JSON.stringify(contacts.body)).not.toContain(login)
  })

  test('shown again, it is the first one again, with everything else as it was', async () => {
    const third = await makeCompany(product.deps.db)
    await join(third)
    const before = await detail()
    await hide(first)
    await hide(further)
    const client = await product.as(login)
    expect(await seen(client)).toEqual({ company: third, companies: undefined })
    await hide(further, false)
    expect((await detail()).company?.idcomp).toBe(third)
    await hide(first, false)
    const after = await detail()
    expect(after.history[0]).toMatchObject({ after: `Первая ${serial}`, note: 'компания снова показана' })
    const whoOf = ({ id, login: name, company, is_blocked, memberships, can_enter_registry }: typeof after) => {
      const others = memberships.map((one) => [one.id, one.company.idcomp, one.is_hidden])
      return { id, name, company, is_blocked, others, can_enter_registry }
    }
    expect(whoOf(after)).toEqual(whoOf(before))
    expect(await seen(client)).toEqual({ company: third, companies: [first, further, third] })
    expect((await choose(client, first)).body.user.id).toBe(person)
  })

  test('whoever has no other company is blocked before, as ever', async () => {
    const alone = await makePerson(product.deps.db, `alone${serial}`, { idcomp: first })
    expect((await admin(adminCompanies.get, { params: { id: first } })).body.going_on_count).toBe(1)
    const refused = await hide(first)
    expect(refused.refusal.message).toBe('Сначала заблокируйте людей и сервисы компании: войти ещё могут 1')
    await block(alone, true)
    expect((await hide(first)).status).toBe(200)
    expect((await block(alone, false)).refusal.message).toBe('Сначала верните компанию')
    // Nor can the last company be hidden that somebody goes on with.
    expect((await hide(further)).status).toBe(422)
  })

  test('a blocked person comes back to the next one', async () => {
    await block(person, true)
    await hide(first)
    expect((await detail()).abilities.block).toBe(true)
    const back = await block(person, false)
    expect(back.body.person).toMatchObject({ is_blocked: false, company: { idcomp: further } })
    expect(await seen(await product.as(login))).toEqual({ company: further, companies: undefined })
    await hide(first, false)
    expect(await detail()).toMatchObject({ id: person, company: { idcomp: first }, is_blocked: false })
  })

  test('a blocked person stays blocked when it is shown again', async () => {
    await hide(first)
    await block((await detail()).id, true)
    await hide(first, false)
    expect(await detail()).toMatchObject({ id: person, company: { idcomp: first }, is_blocked: true })
    await block(person, false)
    expect((await seen(await product.as(login))).companies).toEqual([first, further])
  })
})

test('a further company that is hidden is closed as well, and its browsers go on in the first', async () => {
  const client = await product.as(login)
  await choose(client, further)
  expect((await hide(further)).status).toBe(200)
  expect(await seen(client)).toEqual({ company: first, companies: undefined })
  await hide(further, false)
  expect((await seen(client)).companies).toEqual([first, further])
})

test('two companies hidden at once leave the person one of them', async () => {
  const answers = await Promise.all([hide(first), hide(further)])
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 422]))
  expect((await seen(await product.as(login))).companies).toBeUndefined()
})

describe('an administrator makes another company the first', () => {
  test('by the same login and password, with every account in its company', async () => {
    const client = await product.as(login)
    const other = (await detail()).memberships[0]!.id
    const made = await makeFirst(further)
    expect(made.body.person).toMatchObject({ id: other, login, company: { idcomp: further } })
    expect(made.body.person.memberships).toMatchObject([{ id: person, company: { idcomp: first } }])
    expect(made.body.person.history[0]).toMatchObject({ title: 'Компания', after: `Вторая ${serial}` })
    // The browser stays in the company it was in.
    expect(await seen(client)).toEqual({ company: first, companies: [first, further] })
    expect((await client(account.sessions)).body.sessions).toHaveLength(1)
    expect(
      (
        await client(account.changePassword, {
          body: { current_password: 'demo', password: 'четыре слова подряд тут' },
        })
      ).status,
    ).toBe(200)
    expect((await makeFirst(first, other)).body.person).toMatchObject({ id: person, company: { idcomp: first } })
  })

  test('it stays the first when the former one is shown again', async () => {
    const third = await makeCompany(product.deps.db)
    await join(third)
    await hide(first)
    await makeFirst(third, (await detail()).id)
    await hide(first, false)
    expect((await detail()).company?.idcomp).toBe(third)
    expect((await seen(await product.as(login))).companies).toHaveLength(3)
  })

  test('after the person had been moved to a company that they had left', async () => {
    await admin(adminPeople.leave, { params: { id: person, company: further } })
    const third = await makeCompany(product.deps.db)
    await join(third)
    const shown = await detail()
    await admin(adminPeople.save, { params: { id: person }, body: { ...shown, company: further } })
    const made = await makeFirst(third)
    expect(made.body.person).toMatchObject({ company: { idcomp: third } })
    expect((await makeFirst(further, made.body.person.id)).body.person).toMatchObject({ id: person })
  })

  test.each([
    ['a company that is not theirs', () => makeFirst(people.company1), 404],
    ['staff', () => makeFirst(further, people.manager), 422],
    ['a hidden company', async () => (await hide(further), makeFirst(further)), 422],
  ])('not %s', async (_, answer, status) => {
    expect((await answer()).status).toBe(status)
  })
})
