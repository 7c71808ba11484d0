import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adminPeople } from '@vypusk/contract'
import { makePerson } from '../../testing/making/make.ts'
import { testApp, type TestApp } from '../../testing/app.ts'
import { openDirectory, type TestDirectory } from '../../testing/scim.ts'

/** People managed by the directory: what an administrator may still do, and who is linked to an existing account. */

const person = (login: string, email = `${login}@example.ru`) => ({
  userName: login,
  externalId: `key-${login}`,
  displayName: `Из каталога ${login}`,
  emails: [{ value: email, primary: true }],
  active: true,
})
const account = ({ deps }: TestApp, login: string) =>
  deps.db.selectFrom('users').selectAll().where('login', '=', login).executeTakeFirstOrThrow()

describe('a person managed by the directory', () => {
  let directory: TestDirectory
  const admin: TestDirectory['admin'] = (...args) => directory.admin(...args)
  beforeAll(async () => void (directory = await openDirectory({ SCIM_GROUPS: 'vypusk-staff=staff' })))
  afterAll(() => directory.product.close())

  async function kept(login: string) {
    const { body } = await directory.send('POST', '/Users', person(login))
    await directory.grantAccess(body.id)
    const { id } = await account(directory.product, login)
    return { id, scim: body.id }
  }

  test('is changed there, and by hand only in what the directory does not send', async () => {
    const { id } = await kept('orlova')
    const { body } = await admin(adminPeople.get, { params: { id } })
    expect(body.directory).toEqual({ external_id: 'key-orlova' })
    const own = { login: 'orlova', name: 'Из каталога orlova', email: 'orlova@example.ru', company: null }
    const save = (overrides: object) => admin(adminPeople.save, { params: { id }, body: { ...own, ...overrides } })
    expect((await save({ can_enter_registry: true })).status).toBe(200)
    for (const [field, value] of [
      ['name', 'Иная'],
      ['login', 'inaya'],
      ['email', 'i@example.ru'],
      ['isAdmin', true],
    ]) {
      expect(await save({ [String(field)]: value })).toMatchObject({
        status: 422,
        refusal: { errors: { [String(field)]: ['Это ведёт каталог компании: измените там'] } },
      })
    }
  })

  test('is unblocked only by the directory if the directory has blocked them', async () => {
    const { id, scim } = await kept('belova')
    await directory.send('PATCH', `/Users/${scim}`, { Operations: [{ op: 'replace', path: 'active', value: false }] })
    const shut = (await admin(adminPeople.get, { params: { id } })).body
    expect(shut.abilities.block).toBe('Доступ закрыл каталог компании: откройте его там')
    const refused = await admin(adminPeople.block, { params: { id }, body: { is_blocked: false } })
    expect(refused).toMatchObject({ status: 422, refusal: { message: shut.abilities.block } })
  })

  const block = (id: number, is_blocked: boolean) => admin(adminPeople.block, { params: { id }, body: { is_blocked } })
  const report = (scim: string, active: boolean) =>
    directory.send('PATCH', `/Users/${scim}`, { Operations: [{ op: 'replace', path: 'active', value: active }] })
  const OUT = { status: 422, refusal: { message: 'Доступ закрыл каталог компании: откройте его там' } }

  test.each([
    ['reports them as inactive', 'ivanova', (scim: string) => report(scim, false)],
    ['deletes them', 'petrova', (scim: string) => directory.send('DELETE', `/Users/${scim}`)],
  ])('blocked by an administrator first is not let in once the directory %s', async (_, login, leave) => {
    const { id, scim } = await kept(login)
    await block(id, true)
    await leave(scim)
    expect(await block(id, false)).toMatchObject(OUT)
    expect((await admin(adminPeople.get, { params: { id } })).body.abilities.block).toBe(OUT.refusal.message)
  })

  test('put out by the directory and deleted there is not let in', async () => {
    const { id, scim } = await kept('sidorova')
    await directory.send('DELETE', `/Users/${scim}`)
    expect(await block(id, false)).toMatchObject(OUT)
    expect((await admin(adminPeople.get, { params: { id } })).body.directory).toBeNull()
  })

  test('is like anybody else once SCIM is switched off', async () => {
    const [{ id }, { id: out, scim }] = [await kept('zaitseva'), await kept('gromova')]
    await report(scim, false)
    const database = { config: directory.product.config, drop: async () => {} }
    const later = await testApp({}, { database })
    const there = await later.as('admin')
    const { body } = await there(adminPeople.get, { params: { id: out } })
    expect([body.directory, body.abilities.block]).toEqual([null, true])
    const unblocked = await there(adminPeople.block, { params: { id: out }, body: { is_blocked: false } })
    expect(unblocked.body.person.is_blocked).toBe(false)
    const fields = { login: 'zaitseva', name: 'Иная', email: 'i@example.ru', company: null }
    const saved = await there(adminPeople.save, { params: { id }, body: fields })
    expect(saved.body.person).toMatchObject({ name: 'Иная', directory: null })
    await later.close()
  })

  test('let in again by the directory is unblocked by the administrator who had blocked them', async () => {
    const { id, scim } = await kept('volkova')
    await block(id, true)
    await report(scim, false)
    await report(scim, true)
    expect(await account(directory.product, 'volkova')).toMatchObject({ is_blocked: true })
    expect((await block(id, false)).body.person.is_blocked).toBe(false)
  })

  test('is blocked and unblocked by an administrator like anybody else', async () => {
    const { id } = await kept('serova')
    expect((await block(id, true)).body.person.is_blocked).toBe(true)
    expect((await block(id, false)).body.person.is_blocked).toBe(false)
  })
})

describe('a person with an account already', () => {
  const before = async (settings: Record<string, string>) => {
    const world = await openDirectory(settings)
    const id = await makePerson(world.product.deps.db, 'local')
    const row = () =>
      world.product.deps.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    return { ...world, id, row }
  }

  test.each([
    ['off', 'local', 'local@example.ru'],
    ['login', 'other', 'local@example.ru'],
    ['email', 'local', 'other@example.ru'],
  ])('with SCIM_LINK=%s is not %s, %s', async (SCIM_LINK, login, email) => {
    const { product, send, row } = await before({ SCIM_LINK })
    expect(await send('POST', '/Users', person(login, email))).toMatchObject({
      status: 409,
      body: { scimType: 'uniqueness' },
    })
    expect(await row()).toMatchObject({ login: 'local', name: 'Имя local', is_blocked: false })
    await product.close()
  })

  test.each([
    ['login', 'local', 'other@example.ru'],
    ['email', 'other', 'local@example.ru'],
  ])('with SCIM_LINK=%s is %s, %s, and keeps what they have until a group speaks of them', async (...overrides) => {
    const [SCIM_LINK, login, email] = overrides
    const { product, send, row, id } = await before({ SCIM_LINK })
    const { status, body } = await send('POST', '/Users', person(login, email))
    expect(status).toBe(201)
    expect(await row()).toMatchObject({ login, email, name: `Из каталога ${login}`, is_blocked: false })
    await send('PATCH', `/Users/${body.id}`, { Operations: [{ op: 'replace', path: 'active', value: false }] })
    expect(await account(product, login)).toMatchObject({ id, is_blocked: true })
    await send('PATCH', `/Users/${body.id}`, { Operations: [{ op: 'replace', path: 'active', value: true }] })
    expect(await account(product, login)).toMatchObject({ id, is_blocked: false })
    await product.close()
  })

  test('an address of two accounts links to neither', async () => {
    const { product, send } = await openDirectory({ SCIM_LINK: 'email' })
    for (const login of ['one', 'two']) await makePerson(product.deps.db, login, { email: 'both@example.ru' })
    expect((await send('POST', '/Users', person('orlova', 'both@example.ru'))).status).toBe(409)
    await product.close()
  })

  test('a service account is never linked', async () => {
    const { product, send, grantAccess } = await openDirectory({ SCIM_LINK: 'login' })
    const { login } = await product.deps.db
      .selectFrom('users')
      .select('login')
      .where('is_service', '=', true)
      .executeTakeFirstOrThrow()
    const { body } = await send('POST', '/Users', { ...person('x'), userName: login })
    await grantAccess(body.id)
    const row = await product.deps.db
      .selectFrom('scim_people')
      .select(['user_id', 'problem'])
      .where('id', '=', body.id)
      .executeTakeFirst()
    expect(row).toEqual({ user_id: null, problem: 'login_taken' })
    await product.close()
  })
})
