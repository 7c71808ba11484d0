import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminCompanies, adminPeople, services } from '@vypusk/contract'
import { testApp, type Api, type TestApp } from '../../testing/app.ts'
import { makeCompany, makeModule, makePeople, makePerson } from '../../testing/making/make.ts'

/** What is changed for something else with the same name is changed all the same, and the history tells the two apart. */

let product: TestApp
let admin: Api
beforeAll(async () => {
  product = await testApp()
  await makePeople(product.deps.db)
  admin = await product.as('admin')
})
afterAll(() => product.close())

const RIGHTS = { can_enter_registry: false, can_create_registry: false, can_edit_calendar: false }
const HIDDEN = { deleted_at: '2026-01-01T00:00:00.000Z' }

/** A company that was hidden, and another that was created under its name. */
async function hiddenAndNew(namecomp: string) {
  const { db } = product.deps
  return [await makeCompany(db, { namecomp, ...HIDDEN }), await makeCompany(db, { namecomp })] as const
}

test('a module of another system takes the place of one with its name', async () => {
  const { db } = product.deps
  const [former, other] = [
    await makeModule(db, [], { namemod: 'Отчёты' }),
    await makeModule(db, [], { namemod: 'Отчёты' }),
  ]
  const created = await admin(adminCompanies.create, { body: { namecomp: 'Порт', modules: [former] } })
  const { idcomp: id, namecomp } = created.body.company
  const { company } = (await admin(adminCompanies.save, { params: { id }, body: { namecomp, modules: [other] } })).body
  expect(company.modules.map(({ idmod }) => idmod)).toEqual([other])
  expect(company.history[0]).toMatchObject({ before: [`Отчёты (№ ${former})`], after: [`Отчёты (№ ${other})`] })
})

test('a person of a hidden company comes into the one that has its name now', async () => {
  const [hidden, idcomp] = await hiddenAndNew('Верфь')
  const [login, name] = ['of.shipyard', 'Пётр']
  const id = await makePerson(product.deps.db, login, { idcomp: hidden, name, email: null, is_blocked: true })
  const body = { login, name, email: null, company: { idcomp }, isAdmin: false, ...RIGHTS }
  const { person } = (await admin(adminPeople.save, { params: { id }, body })).body
  expect(person.company?.idcomp).toBe(idcomp)
  expect(person.history[0]).toMatchObject({ before: `Верфь (№ ${hidden})`, after: `Верфь (№ ${idcomp})` })
  expect((await admin(adminPeople.block, { params: { id }, body: { is_blocked: false } })).status).toBe(200)
})

test('a service of a hidden company comes into the one that has its name now', async () => {
  const [hidden, company] = await hiddenAndNew('Док')
  const about = { name: 'Склад', about: 'Берёт заявки', scope: 'read', ...RIGHTS } as const
  const { id } = (await admin(services.create, { body: { ...about, company, days: 30 } })).body.service
  await product.deps.db.updateTable('users').set({ idcomp: hidden }).where('id', '=', id).execute()
  const { service } = (await admin(services.save, { params: { id }, body: { ...about, company } })).body
  expect(service.company?.idcomp).toBe(company)
})
