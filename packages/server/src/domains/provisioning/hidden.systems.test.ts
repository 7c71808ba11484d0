import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { adminCompanies, adminPeople } from '@vypusk/contract'
import { makeCompany, makePerson } from '../../testing/making/make.ts'
import { openDirectory, patch, type TestDirectory } from '../../testing/scim.ts'

/** People whom the directory reports while their company is hidden: nobody of it may sign in. */

let directory: TestDirectory
let serial = 0
/** A client who had an account before the directory reported them, and to whom no group gives rights. */
let person: number
let company: number
let id: string

beforeAll(async () => void (directory = await openDirectory({ SCIM_LINK: 'login', SCIM_GROUPS: 'staff=staff' })))
afterAll(() => directory.product.close())

const admin: TestDirectory['admin'] = (...args) => directory.admin(...args)
const hide = async (idcomp: number, is_hidden = true) =>
  expect((await admin(adminCompanies.hide, { params: { id: idcomp }, body: { is_hidden } })).status).toBe(200)
const block = (is_blocked: boolean) => admin(adminPeople.block, { params: { id: person }, body: { is_blocked } })
const report = (active: boolean) => directory.send('PATCH', `/Users/${id}`, patch({ op: 'replace', value: { active } }))
const own = () =>
  directory.product.deps.db
    .selectFrom('users')
    .selectAll()
    .where('login', '=', `known${serial}`)
    .executeTakeFirstOrThrow()

beforeEach(async () => {
  serial += 1
  const { db } = directory.product.deps
  company = await makeCompany(db)
  person = await makePerson(db, `known${serial}`, { idcomp: company })
  const named = { userName: `known${serial}`, displayName: 'Вера Орлова', active: true }
  id = (await directory.send('POST', '/Users', named)).body.id
})

test('let in again by the directory, they are let in once the company is shown', async () => {
  await report(false)
  await hide(company)
  await report(true)
  expect(await own()).toMatchObject({ id: person, is_blocked: true })
  expect((await block(false)).refusal.message).toBe('Сначала верните компанию')
  expect((await admin(adminCompanies.get, { params: { id: company } })).body.is_hidden).toBe(true)
  await hide(company, false)
  await expect.poll(own).toMatchObject({ id: person, is_blocked: false })
})

test('put out again before the company is shown, they stay out', async () => {
  await report(false)
  await hide(company)
  await report(true)
  await report(false)
  await hide(company, false)
  expect(await own()).toMatchObject({ is_blocked: true })
  await report(true)
  expect(await own()).toMatchObject({ is_blocked: false })
})

test('with another company they go on there, until theirs is shown', async () => {
  const further = await makeCompany(directory.product.deps.db)
  const rights = { can_enter_registry: false, can_create_registry: false, can_edit_calendar: false }
  await admin(adminPeople.join, { params: { id: person }, body: { company: further, ...rights } })
  await report(false)
  await hide(company)
  await report(true)
  expect(await own()).toMatchObject({ idcomp: further, is_blocked: false })
  await hide(company, false)
  expect(await own()).toMatchObject({ id: person, idcomp: company, is_blocked: false })
  await report(false)
  expect(await own()).toMatchObject({ id: person, is_blocked: true })
})

test('blocked by an administrator, they stay blocked when the company is shown', async () => {
  await block(true)
  await report(false)
  await hide(company)
  await report(true)
  await hide(company, false)
  expect(await own()).toMatchObject({ is_blocked: true })
  expect((await block(false)).body.person.is_blocked).toBe(false)
})
