import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminCompanies, adminPeople, lookups, requests, services } from '@vypusk/contract'
import { testApp, type Api, type TestApp } from '../../testing/app.ts'
import { makeCompany, makeModule, makePeople, makePerson, makeRelease } from '../../testing/making/make.ts'

let product: TestApp
let people: Awaited<ReturnType<typeof makePeople>>
let admin: Api
beforeAll(async () => {
  product = await testApp()
  people = await makePeople(product.deps.db)
  admin = await product.as('admin')
})
afterAll(() => product.close())

const read = async (id: number) => (await admin(adminCompanies.get, { params: { id } })).body
const hide = (id: number, is_hidden: boolean) => admin(adminCompanies.hide, { params: { id }, body: { is_hidden } })

test('the list finds by words, modules and state, and counts people and modules', async () => {
  const { db } = product.deps
  const id = await makeCompany(db, { namecomp: 'АО &quot;Ёлка&quot;' })
  const module = await makeModule(db, [id])
  await makePerson(db, 'of.yolka', { idcomp: id })
  await makePerson(db, 'left.yolka', { idcomp: id, is_blocked: true })
  const hidden = await makeCompany(db, { namecomp: 'Ушедшая', deleted_at: '2026-01-01T00:00:00.000Z' })
  const ids = async (query: object) =>
    (await admin(adminCompanies.list, { query })).body.data.map(({ idcomp }) => idcomp)
  expect(await ids({ search_string: '"елка"' })).toEqual([id])
  expect(await ids({ module_ids: String(module) })).toEqual([id])
  expect(await ids({ state_ids: '2' })).toEqual([hidden])
  expect((await ids({ state_ids: '1,2', order_by: 'people_count', isDesc: true })).at(-1)).toBe(hidden)
  const { data } = (await admin(adminCompanies.list, { query: { search_string: 'елка' } })).body
  expect(data[0]).toMatchObject({ modules_count: 1, people_count: 1, is_hidden: false })
  expect((await read(id)).people.map(({ name }) => name)).toEqual(['Имя of.yolka', 'Имя left.yolka'])
})

test('a new company can be chosen at once; its client sees its modules', async () => {
  const body = { namecomp: ' Новая компания ', modules: [people.module] }
  const { company } = (await admin(adminCompanies.create, { body })).body
  expect(company).toMatchObject({ namecomp: 'Новая компания', modules: [{ idmod: people.module }], version: 1 })
  expect(company.history.map(({ title }) => title).toSorted()).toEqual(['Модули', 'Название'])
  expect((await admin(lookups.companies)).body.companies.map(({ idcomp }) => idcomp)).toContain(company.idcomp)

  await makePerson(product.deps.db, 'newcomer', { idcomp: company.idcomp })
  const client = await product.as('newcomer')
  const own = async () => (await client(requests.ticketModules)).body.modulesList.map(({ idmod }) => idmod)
  expect(await own()).toEqual([people.module])
  const other = await makeModule(product.deps.db)
  await admin(adminCompanies.save, {
    params: { id: company.idcomp },
    body: { namecomp: company.namecomp, modules: [other] },
  })
  expect(await own()).toEqual([other])
  expect((await client(adminCompanies.get, { params: { id: people.company2 } })).status).toBe(403)
})

test('a stale save is refused with the present company, a taken name and an unknown module with a message', async () => {
  const id = await makeCompany(product.deps.db, { namecomp: 'Первая' })
  const save = (body: object) =>
    admin(adminCompanies.save, { params: { id }, body: { namecomp: 'Первая', modules: [], ...body } })
  await save({ namecomp: 'Первая, она же вторая', version: 1 })
  const stale = await save({ namecomp: 'Третья', version: 1 })
  expect([stale.status, stale.refusal['current']]).toMatchObject([409, { namecomp: 'Первая, она же вторая' }])
  const twin = await makeCompany(product.deps.db, { namecomp: 'Тёзка' })
  expect((await save({ namecomp: 'ТЁЗКА' })).refusal.message).toBe('Компания с таким названием уже есть')
  expect((await save({ modules: [999_999] })).refusal.errors).toEqual({ modules: ['Модуль не найден'] })
  expect((await read(twin)).version).toBe(1)
  expect((await admin(adminCompanies.get, { params: { id: 999_999 } })).refusal.message).toBe('Компания не найдена')
})

test('a company can be hidden when nobody can sign in and no release is unfinished; nothing is lost', async () => {
  const { db } = product.deps
  const id = await makeCompany(db, { namecomp: 'Уходящая' })
  const person = await makePerson(db, 'last.one', { idcomp: id })
  const release = await makeRelease(db, { author_id: people.manager }, { companies: [id] })
  expect((await hide(id, true)).refusal.message).toBe(
    'Сначала заблокируйте людей и сервисы компании: войти ещё могут 1',
  )
  await db.updateTable('users').set({ is_blocked: true }).where('id', '=', person).execute()
  const sentence = `Компания участвует в незавершённых релизах: № ${release}. Сначала уберите её из них`
  expect((await read(id)).abilities.hide).toBe(sentence)
  expect((await hide(id, true)).refusal.message).toBe(sentence)
  await db.updateTable('releases').set({ step_id: 6 }).where('id', '=', release).execute()
  expect((await hide(id, true)).body.company).toMatchObject({ is_hidden: true, people: [{ id: person }] })
  const offered = async () => (await admin(lookups.companies)).body.companies.map(({ idcomp }) => idcomp)
  expect(await offered()).not.toContain(id)
  await makeCompany(db, { namecomp: 'уходящая' })
  expect((await hide(id, false)).refusal.message).toBe('Компания с таким названием уже есть')
})

test('nobody of a hidden company can be unblocked before the company is shown again', async () => {
  const { db } = product.deps
  const id = await makeCompany(db, { namecomp: 'Скрытая с людьми' })
  const person = await makePerson(db, 'of.hidden', { idcomp: id })
  const rights = { can_enter_registry: false, can_create_registry: false, can_edit_calendar: false }
  const service = (
    await admin(services.create, {
      body: { name: 'Склад', about: 'Берёт заявки', scope: 'read', company: id, days: 30, ...rights },
    })
  ).body.service.id
  const ways = [
    (is_blocked: boolean) => admin(adminPeople.block, { params: { id: person }, body: { is_blocked } }),
    (is_blocked: boolean) => admin(services.block, { params: { id: service }, body: { is_blocked } }),
  ]
  for (const block of ways) expect((await block(true)).status).toBe(200)
  expect((await hide(id, true)).status).toBe(200)
  for (const block of ways) {
    expect(await block(false)).toMatchObject({ status: 422, refusal: { message: 'Сначала верните компанию' } })
  }
  const { abilities } = (await admin(adminPeople.get, { params: { id: person } })).body
  expect(abilities.block).toBe('Сначала верните компанию')
  expect((await hide(id, false)).status).toBe(200)
  for (const block of ways) expect((await block(false)).status).toBe(200)
})

test('a person of several companies who is unblocked stays blocked in a hidden one until it is shown', async () => {
  const { db } = product.deps
  const [own, further] = [await makeCompany(db), await makeCompany(db)]
  const person = await makePerson(db, 'of.several', { idcomp: own })
  const rights = { can_enter_registry: false, can_create_registry: false, can_edit_calendar: false }
  await admin(adminPeople.join, { params: { id: person }, body: { company: further, ...rights } })
  const block = (is_blocked: boolean) => admin(adminPeople.block, { params: { id: person }, body: { is_blocked } })
  await block(true)
  expect((await hide(further, true)).status).toBe(200)
  expect((await block(false)).status).toBe(200)
  const rows = db.selectFrom('users').select(['idcomp', 'is_blocked']).where('idcomp', 'in', [own, further])
  const isBlocked = async () => {
    const blocked = new Map((await rows.execute()).map((row) => [row.idcomp, row.is_blocked]))
    return [blocked.get(own), blocked.get(further)]
  }
  expect(await isBlocked()).toEqual([false, true])
  expect((await hide(further, false)).status).toBe(200)
  expect(await isBlocked()).toEqual([false, false])
})

test('people, services and memberships of a hidden company can be edited, and the history names the company', async () => {
  const { db } = product.deps
  const [own, hidden] = [await makeCompany(db), await makeCompany(db, { namecomp: 'Скрытая с историей' })]
  const rights = { can_enter_registry: false, can_create_registry: false, can_edit_calendar: false }
  const [former, several] = [
    await makePerson(db, 'of.history', { idcomp: hidden }),
    await makePerson(db, 'of.two', { idcomp: own }),
  ]
  const join = (overrides: object) =>
    admin(adminPeople.join, { params: { id: several }, body: { company: hidden, ...rights, ...overrides } })
  await join({})
  const service = { name: 'Архив', about: '', scope: 'read' as const, company: hidden, ...rights }
  const { id } = (await admin(services.create, { body: { ...service, days: 30 } })).body.service
  for (const person of [former, several]) {
    await admin(adminPeople.block, { params: { id: person }, body: { is_blocked: true } })
  }
  await admin(services.block, { params: { id }, body: { is_blocked: true } })
  expect((await hide(hidden, true)).status).toBe(200)
  await admin(adminPeople.block, { params: { id: several }, body: { is_blocked: false } })

  const fields = { login: 'of.history', name: 'Иванов', email: null, company: hidden, ...rights, isAdmin: false }
  const save = (body: object) => admin(adminPeople.save, { params: { id: former }, body: { ...fields, ...body } })
  expect((await save({})).body.person).toMatchObject({ name: 'Иванов', company: { idcomp: hidden } })
  expect((await save({})).body.person?.history.map(({ title }) => title)).not.toContain('Компания')
  expect((await admin(services.save, { params: { id }, body: { ...service, name: 'Склад' } })).body).toMatchObject({
    service: { name: 'Склад', company: { idcomp: hidden } },
  })
  expect((await join({ can_edit_calendar: true })).status).toBe(200)
  const account = await db.selectFrom('users').select('is_blocked').where('person_id', '=', several).executeTakeFirst()
  expect(account).toEqual({ is_blocked: true })
  await admin(adminPeople.leave, { params: { id: several, company: hidden } })
  const { history } = (await admin(adminPeople.get, { params: { id: several } })).body
  expect(history[0]).toMatchObject({ title: 'Ещё компания', before: 'Скрытая с историей', after: null })
  // Nobody comes into a hidden company.
  expect((await join({})).status).toBe(422)
  expect((await save({ company: own })).body.person?.history[0]).toMatchObject({ before: 'Скрытая с историей' })
  expect((await save({ company: hidden })).refusal.errors).toHaveProperty('company')
  expect((await admin(services.save, { params: { id }, body: { ...service, company: own } })).status).toBe(200)
  expect((await admin(services.save, { params: { id }, body: service })).refusal.errors).toHaveProperty('company')
})
