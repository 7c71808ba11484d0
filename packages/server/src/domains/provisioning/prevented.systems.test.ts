import { expect, test } from 'vitest'
import { adminCompanies, adminPeople } from '@vypusk/contract'
import { makePerson } from '../../testing/making/make.ts'
import { directoryWorld, patch, type TestDirectory } from '../../testing/scim.ts'

/** Something here prevents the rights of a person, until somebody here changes it: the directory reports nothing more. */

const { directory, key, named, own } = directoryWorld({
  SCIM_GROUPS: 'vypusk-staff=staff, acme=client:1, other=client:2, other-registry=client:2+registry, later=client:3',
})
const admin: TestDirectory['admin'] = (...args) => directory.admin(...args)
/** Puts the person into a group of their own under this name for a while. */
async function grouped(displayName: string, id: string) {
  const { body } = await directory.send('POST', '/Groups', { displayName, members: [{ value: id }] })
  return () => directory.send('DELETE', `/Groups/${body.id}`)
}
const problem = async (id: string) => {
  const people = directory.product.deps.db.selectFrom('scim_people').select('problem').where('id', '=', id)
  return (await people.executeTakeFirst())?.problem
}

/** The people who may sign in for this company and have no other one. */
const openOnlyIn = (idcomp: number) =>
  directory.product.deps.db
    .selectFrom('users as u')
    .select('u.id')
    .where('idcomp', '=', idcomp)
    .where('is_blocked', '=', false)
    .where('person_id', 'is', null)
    .where((eb) => {
      const further = eb.selectFrom('users as a').select('a.id').whereRef('a.person_id', '=', 'u.id')
      return eb.not(eb.exists(further.where('a.deleted_at', 'is', null)))
    })
    .execute()

test('the person is removed from the further company', async () => {
  const id = await named()
  const leaveGroup = await grouped('acme', id)
  const person = (await own())?.id ?? 0
  const rights = { can_enter_registry: false, can_create_registry: false, can_edit_calendar: false }
  await admin(adminPeople.join, { params: { id: person }, body: { company: 2, ...rights } })
  const end = await grouped('other', id)
  await leaveGroup()
  expect(await problem(id)).toBe('further')
  expect(await own()).toMatchObject({ idcomp: 1, is_blocked: true })
  await admin(adminPeople.leave, { params: { id: person, company: 2 } })
  await expect.poll(own).toMatchObject({ id: person, idcomp: 2, is_blocked: false })
  expect(await problem(id)).toBeNull()
  const { history } = (await admin(adminPeople.get, { params: { id: person } })).body
  expect(history[0]?.user.name).toBe('Выпуск')
  await end()
})

test('the company is shown again', async () => {
  const id = await named()
  for (const one of await openOnlyIn(2)) await admin(adminPeople.block, { params: one, body: { is_blocked: true } })
  const hide = (is_hidden: boolean) => admin(adminCompanies.hide, { params: { id: 2 }, body: { is_hidden } })
  expect((await hide(true)).status).toBe(200)
  const end = await grouped('other', id)
  expect([await problem(id), await own()]).toEqual(['no_company', undefined])
  await hide(false)
  await expect.poll(own).toMatchObject({ idcomp: 2, is_blocked: false })
  await end()
})

test('the company of the groups is hidden, and the person goes on with another one until it is shown', async () => {
  const id = await named()
  const end = await grouped('other', id)
  const person = (await own())?.id ?? 0
  const rights = { can_enter_registry: false, can_create_registry: false, can_edit_calendar: false }
  await admin(adminPeople.join, { params: { id: person }, body: { company: 1, ...rights } })
  const byHand = await admin(adminPeople.first, { params: { id: person, company: 1 } })
  expect(byHand.refusal.message).toBe('Это ведёт каталог компании: измените там')
  const hide = (is_hidden: boolean) => admin(adminCompanies.hide, { params: { id: 2 }, body: { is_hidden } })
  for (const one of await openOnlyIn(2)) await admin(adminPeople.block, { params: one, body: { is_blocked: true } })
  expect((await hide(true)).status).toBe(200)
  expect(await own()).toMatchObject({ idcomp: 1, is_blocked: false })
  await directory.send('PATCH', `/Users/${id}`, patch({ op: 'replace', path: 'displayName', value: 'Вера Новая' }))
  expect(await own()).toMatchObject({ idcomp: 1, is_blocked: false, name: 'Вера Новая' })
  expect(await problem(id)).toBeNull()
  await hide(false)
  expect(await own()).toMatchObject({ id: person, idcomp: 2, is_blocked: false })
  // Out is out, whichever company they were in meanwhile.
  await hide(true)
  await end()
  expect(await own()).toMatchObject({ idcomp: 1, is_blocked: true })
  await hide(false)
})

test('what groups give in a hidden company is there once it is shown', async () => {
  const id = await named()
  const end = await grouped('other', id)
  const person = (await own())?.id ?? 0
  const rights = { can_enter_registry: false, can_create_registry: false, can_edit_calendar: false }
  await admin(adminPeople.join, { params: { id: person }, body: { company: 1, ...rights } })
  const hide = (is_hidden: boolean) => admin(adminCompanies.hide, { params: { id: 2 }, body: { is_hidden } })
  for (const one of await openOnlyIn(2)) await admin(adminPeople.block, { params: one, body: { is_blocked: true } })
  await hide(true)
  const endOther = await grouped('other-registry', id)
  await end()
  expect(await own()).toMatchObject({ idcomp: 1, is_blocked: false, can_enter_registry: false })
  await hide(false)
  expect(await own()).toMatchObject({ idcomp: 2, is_blocked: false, can_enter_registry: true })
  await endOther()
})

test('an administrator ends nothing by hand that groups give beside the first company', async () => {
  const id = await named()
  const end = await grouped('other-registry', id)
  const person = (await own())?.id ?? 0
  const rights = { can_enter_registry: false, can_create_registry: false, can_edit_calendar: false }
  await admin(adminPeople.join, { params: { id: person }, body: { company: 1, ...rights } })
  const hide = (is_hidden: boolean) => admin(adminCompanies.hide, { params: { id: 2 }, body: { is_hidden } })
  for (const one of await openOnlyIn(2)) await admin(adminPeople.block, { params: one, body: { is_blocked: true } })
  await hide(true)
  const now = (await own())?.id ?? 0
  const leave = await admin(adminPeople.leave, { params: { id: now, company: 2 } })
  expect([leave.status, leave.refusal.message]).toEqual([422, 'Это ведёт каталог компании: измените там'])
  const change = (body: Partial<typeof rights>) =>
    admin(adminPeople.join, { params: { id: now }, body: { company: 2, ...rights, can_enter_registry: true, ...body } })
  expect((await change({ can_enter_registry: false })).refusal.errors).toHaveProperty('can_enter_registry')
  expect((await change({ can_edit_calendar: true })).status).toBe(200)
  // What groups no longer give is the administrator's.
  await end()
  expect((await admin(adminPeople.leave, { params: { id: now, company: 2 } })).status).toBe(200)
  await hide(false)
})

test('an administrator has chosen another company before the directory reported the person again', async () => {
  const id = await named()
  const end = await grouped('acme', id)
  const person = (await own())?.id ?? 0
  const rights = { can_enter_registry: true, can_create_registry: false, can_edit_calendar: false }
  await admin(adminPeople.join, { params: { id: person }, body: { company: 2, ...rights } })
  await directory.send('DELETE', `/Users/${id}`)
  await end()
  expect((await admin(adminPeople.first, { params: { id: person, company: 2 } })).status).toBe(200)
  const again = await named()
  const endAgain = await grouped('acme', again)
  expect(await problem(again)).toBeNull()
  expect(await own()).toMatchObject({ idcomp: 2, is_blocked: false, can_enter_registry: true })
  const former = directory.product.deps.db.selectFrom('users').selectAll().where('id', '=', person)
  expect(await former.executeTakeFirst()).toMatchObject({ idcomp: 1, is_blocked: false, can_enter_registry: false })
  await endAgain()
  expect(await own()).toMatchObject({ idcomp: 2, is_blocked: true })
})

test('the company is created', async () => {
  const id = await named()
  await grouped('later', id)
  expect([await problem(id), await own()]).toEqual(['no_company', undefined])
  const { company } = (await admin(adminCompanies.create, { body: { namecomp: 'Поздняя', modules: [] } })).body
  expect(company.idcomp).toBe(3)
  await expect.poll(own).toMatchObject({ idcomp: 3, is_blocked: false })
})

test('somebody else gives up the login', async () => {
  const id = await named()
  const other = await makePerson(directory.product.deps.db, `${key()}@acme.ru`, { idcomp: 1, email: null })
  await directory.grantAccess(id)
  expect(await problem(id)).toBe('login_taken')
  const fields = { name: 'Иная', email: null, company: 1, isAdmin: false }
  await admin(adminPeople.save, { params: { id: other }, body: { ...fields, login: `inaya-${key()}` } })
  await expect.poll(own).toMatchObject({ isRivc: true, is_blocked: false })
  expect(await problem(id)).toBeNull()
})
