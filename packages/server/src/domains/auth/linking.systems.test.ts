import { expect, test } from 'vitest'
import { adminPeople, auth } from '@vypusk/contract'
import type { Db } from '../../platform/call.ts'
import { makePerson } from '../../testing/making/make.ts'
import { liveEventsOf, personBy } from '../../testing/live-events.ts'
import { corporateProvider, signInAt } from '../../testing/corporate.ts'

/** Settings of the corporate sign-in: without groups, and without local passwords. */

const world = corporateProvider()

test('without a mapping only people linked by an administrator can sign in, with the rights they have', async () => {
  const plain = await world.open({})
  const manager = await makePerson(plain.deps.db, 'manager')
  const signInThere = (subject: string) => signInAt(plain, subject)
  await makePerson(plain.deps.db, 'admin', { isAdmin: true })
  const admin = await plain.as('admin')
  const vouched = { email: 'manager@example.ru', email_verified: true }
  world.provider.people['s-40'] = { preferred_username: 'manager', ...vouched, groups: ['admins'] }
  const unknown = { message: expect.stringMatching(/назовите её номер: s-40$/) }
  // Nothing is linked automatically unless the setting says so.
  expect(await signInThere('s-40')).toMatchObject({ status: 422, refusal: unknown })
  const link = (params: { id: number }, subject: string | null) =>
    admin(adminPeople.linkCorporate, { params, body: { subject } })
  expect((await link({ id: manager }, 's-40')).body.person.corporate).toBe('s-40')
  const session = plain.withToken((await signInThere('s-40')).body.access_token)
  expect((await session(auth.getUser)).body).toMatchObject({ id: manager, isAdmin: false })
  const other = await makePerson(plain.deps.db, 'other')
  expect(await link({ id: other }, 's-40')).toMatchObject({
    status: 422,
    refusal: { message: expect.stringContaining('связана с другим человеком') },
  })
  expect((await link({ id: manager }, null)).body.person.corporate).toBeNull()
  expect((await session(auth.getUser)).status).toBe(401)
  expect((await signInThere('s-40')).status).toBe(422)
  await plain.close()
})

test('a link by an administrator and one by a sign-in are seen in the windows of administrators', async () => {
  const plain = await world.open({ OIDC_LINK: 'email' })
  const id = await makePerson(plain.deps.db, 'manager')
  await makePerson(plain.deps.db, 'admin', { isAdmin: true })
  const admin = await plain.as('admin')
  const other = await personBy(plain, 'admin')
  const link = (subject: string | null) => admin(adminPeople.linkCorporate, { params: { id }, body: { subject } })
  const seen = async (act: () => Promise<{ status: number }>) => {
    const [events] = await liveEventsOf(plain, [other], async () => expect((await act()).status).toBe(200))
    return events?.filter((event) => event.entity === 'user').map((event) => event.id)
  }
  expect(await seen(() => link('s-45'))).toContain(id)
  expect(await seen(() => link(null))).toContain(id)
  const vouched = { email: 'manager@example.ru', email_verified: true }
  world.provider.people['s-46'] = { preferred_username: 'manager', ...vouched }
  expect(await seen(() => signInAt(plain, 's-46'))).toContain(id)
  await plain.close()
})

test('local passwords can be switched off, except for the hour given by the command line', async () => {
  const strict = await world.open({ LOCAL_SIGN_IN: 'off' })
  const entrance = (await strict.anonymous(auth.getEntrance)).body
  expect(entrance).toMatchObject({ corporate: 'Войти через корпоративную учётную запись', by_password: false })
  await makePerson(strict.deps.db, 'admin', { isAdmin: true })
  await makePerson(strict.deps.db, 'rescuer', { isAdmin: true, local_until: '2026-03-06T07:00:00.000Z' })
  const logIn = (login: string) => strict.anonymous(auth.login, { body: { login, password: 'demo' } })
  expect(await logIn('admin')).toMatchObject({ status: 403, refusal: { message: 'Неверный логин или пароль' } })
  expect((await logIn('rescuer')).status).toBe(200)
  strict.clock.set('2026-03-06T07:00:01.000Z')
  expect((await logIn('rescuer')).status).toBe(403)
  await strict.close()
})

/** Reports a person by SCIM, as a directory has done. */
const report = (db: Db, user_id: number) => {
  const at = '2026-03-01T00:00:00.000Z'
  const row = { user_name: 'orlova', attributes: '{}', active: true, created_at: at, changed_at: at }
  return db
    .insertInto('scim_people')
    .values({ id: '11111111-1111-4111-8111-111111111111', user_id, external_id: 'key-1', ...row })
    .execute()
}

test('a person kept by the directory signs in by the shared key, with the rights from the directory', async () => {
  const named = await world.open({
    OIDC_GROUPS: 'admins=admin',
    OIDC_LINK: 'scim',
    OIDC_SCIM_CLAIM: 'oid',
    SCIM_GROUPS: 'staff=staff',
  })
  const { db } = named.deps
  const user_id = await makePerson(db, 'orlova')
  await report(db, user_id)
  const signIn = (subject: string) => signInAt(named, subject)
  world.provider.people['s-60'] = { preferred_username: 'orlova', oid: 'another', groups: [] }
  expect((await signIn('s-60')).status).toBe(422)
  // The groups of the sign-in are ignored: a person kept by the directory has the rights it gives.
  world.provider.people['s-61'] = { preferred_username: 'somebody', oid: 'key-1', groups: ['admins'] }
  const { body } = await signIn('s-61')
  const { body: own } = await named.withToken(body.access_token)(auth.getUser)
  expect(own).toMatchObject({ id: user_id, isAdmin: false, isRivc: true })
  await named.close()
})

test('with SCIM switched off again, a person it once reported has the rights that the groups of the sign-in give', async () => {
  const product = await world.open({
    OIDC_GROUPS: 'admins=admin',
    OIDC_LINK: 'email',
  })
  const user_id = await makePerson(product.deps.db, 'orlova')
  await report(product.deps.db, user_id)
  const signIn = () => signInAt(product, 's-70')
  const vouched = { email: 'orlova@example.ru', email_verified: true }
  world.provider.people['s-70'] = { preferred_username: 'orlova', ...vouched, groups: ['admins'] }
  const session = product.withToken((await signIn()).body.access_token)
  expect((await session(auth.getUser)).body).toMatchObject({ id: user_id, isAdmin: true })
  world.provider.people['s-70'].groups = []
  expect((await signIn()).status).toBe(422)
  expect((await session(auth.getUser)).status).toBe(401)
  await product.close()
})
