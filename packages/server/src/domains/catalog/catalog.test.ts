import { afterAll, beforeAll, expect, test } from 'vitest'
import { lookups, requests } from '@vypusk/contract'
import { testApp, type Api, type TestApp } from '../../testing/app.ts'
import { makeModule, makePeople, makePerson } from '../../testing/making/make.ts'

let product: TestApp
let manager: Api
let client1: Api
let people: Awaited<ReturnType<typeof makePeople>>
let staffModule: number

beforeAll(async () => {
  product = await testApp()
  const { db } = product.deps
  people = await makePeople(db)
  staffModule = await makeModule(db, [people.company2], { namemod: 'Ёлки' })
  await makePerson(db, 'blocked', { is_blocked: true })
  await makePerson(db, 'noaddress', { email: null })
  await makePerson(db, 'client3', { idcomp: people.company1, email: null })
  manager = await product.as('manager')
  client1 = await product.as('client1')
})
afterAll(() => product.close())

test('lists people of the provider, without blocked ones', async () => {
  const { users } = (await manager(lookups.users)).body
  expect(users.map(({ name }) => name)).toEqual(['Имя admin', 'Имя manager', 'Имя noaddress'])
})

test('lists all modules for staff in Russian order, and own ones for a client', async () => {
  const all = (await manager(requests.modules)).body.modulesList
  expect(all.map(({ idmod }) => idmod)).toEqual([staffModule, people.module])
  expect(all[0]).toMatchObject({ namemod: 'Ёлки', system: expect.stringMatching(/^Система/) })
  expect((await client1(requests.ticketModules)).body.modulesList.map(({ idmod }) => idmod)).toEqual([people.module])
  expect((await client1(requests.modules)).status).toBe(403)
  expect((await manager(requests.ticketModules)).body.modulesList).toHaveLength(2)
})

test('lists all systems and companies for staff, and own ones for a client', async () => {
  expect((await manager(lookups.systems)).body.systems).toHaveLength(2)
  expect((await client1(lookups.systems)).body.systems).toHaveLength(1)
  const { systems } = (await client1(lookups.systemsModules)).body
  expect(systems.map(({ modules }) => modules.map(({ idmod }) => idmod))).toEqual([[people.module]])
  expect((await manager(lookups.companies)).body.companies).toHaveLength(2)
  expect((await client1(lookups.companies)).body.companies.map(({ idcomp }) => idcomp)).toEqual([people.company1])
})

test('lists companies that use a module', async () => {
  const of = (idmod: number) => manager(lookups.moduleCompanies, { params: { idmod } })
  expect((await of(staffModule)).body.companies.map(({ idcomp }) => idcomp)).toEqual([people.company2])
  expect((await of(people.module)).body.companies).toHaveLength(2)
  const missing = await of(999_999)
  expect([missing.status, missing.refusal.message]).toEqual([404, 'Модуль не найден'])
  const { db } = product.deps
  const hidden = await makeModule(db)
  const system = db.selectFrom('modules').select('idsys').where('idmod', '=', hidden)
  const deleted_at = new Date(0).toISOString()
  await db.updateTable('systems').set({ deleted_at }).where('idsys', '=', system).execute()
  expect((await of(hidden)).status).toBe(404)
})

test('lists contacts of a company, including those without an address', async () => {
  const { contacts } = (await manager(lookups.companyContacts, { params: { n: people.company1 } })).body
  expect(contacts).toEqual([
    { id: people.client1, name: 'Имя client1', mailuser: 'client1@example.ru', idcomp: people.company1 },
    { id: expect.any(Number), name: 'Имя client3', mailuser: null, idcomp: people.company1 },
  ])
  expect((await manager(lookups.companyContacts, { params: { n: 999_999 } })).status).toBe(404)
})

test('lists the people of several companies at once, and nobody of companies that do not exist', async () => {
  const of = async (companies: number[]) =>
    (await manager(lookups.contactsOfCompanies, { body: { companies } })).body.contacts.map(({ id }) => id)
  const one = (await manager(lookups.companyContacts, { params: { n: people.company1 } })).body.contacts
  const other = (await manager(lookups.companyContacts, { params: { n: people.company2 } })).body.contacts
  const all = await of([people.company1, people.company2, 999_999])
  expect(all.toSorted((a, b) => a - b)).toEqual([...one, ...other].map(({ id }) => id).toSorted((a, b) => a - b))
  expect(await of([])).toEqual([])
})

test('lists only contacts with an address, narrowed by modules', async () => {
  const ask = async (body: { companies: number[]; modules?: number[] }) => manager(lookups.getContacts, { body })
  const { body } = await ask({ companies: [people.company1, people.company2] })
  expect(body.rivc.map(({ name }) => name)).toEqual(['Имя admin', 'Имя manager'])
  expect(body.clients.map(({ id }) => id)).toEqual([people.client1, people.client2])
  const narrowed = await ask({ companies: [people.company1, people.company2], modules: [staffModule] })
  expect(narrowed.body.clients.map(({ id }) => id)).toEqual([people.client2])
})

test('the message names the side without contacts', async () => {
  const ask = () => manager(lookups.getContacts, { body: { companies: [] } })
  expect((await ask()).refusal.message).toBe('Адресаты клиента не найдены')
  await product.deps.db.updateTable('users').set({ email: null }).where('isRivc', '=', true).execute()
  const { status, refusal } = await ask()
  expect([status, refusal.message]).toEqual([404, 'Пользователи не найдены'])
})
