import { describe, expect, test } from 'vitest'
import { adminPeople, auth, tokens } from '@vypusk/contract'
import { NOBODY } from '../../platform/person.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { makePerson } from '../../testing/making/make.ts'
import { accountBy, directoryWorld, okta, openDirectory, patch, serviceToken } from '../../testing/scim.ts'
import { issuePasswordLink } from '../auth/port.ts'

/** The requests of identity providers about people, word for word, and their effects. */

const { directory, scim, serial, key, named, own } = directoryWorld()

describe('who may call', () => {
  test.each(['/Users', '/Groups', '/ServiceProviderConfig', '/Schemas', '/ResourceTypes'])('%s', async (path) => {
    const by = async (bearer: string) => {
      const headers = { authorization: `Bearer ${bearer}` }
      return (await directory.product.app.inject({ method: 'GET', url: `/api/scim/v2${path}`, headers })).statusCode
    }
    const { body } = await directory.admin(tokens.create, { body: { name: 'личный', scope: 'admin', days: 1 } })
    const writes = await serviceToken(directory.admin, 'write')
    expect(await Promise.all([by(directory.token), by(body.access_token), by(writes), by('vypusk_x')])).toEqual([
      200, 403, 403, 401,
    ])
  })

  test('a refusal is in the standard’s own form', async () => {
    const { status, body, headers } = await scim('GET', '/Users/00000000-0000-4000-8000-000000000000')
    expect(status).toBe(404)
    expect(headers['content-type']).toBe('application/scim+json; charset=utf-8')
    expect(body).toEqual({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: '404',
      detail: expect.any(String),
    })
  })

  test('nothing is open if SCIM is not set up', async () => {
    const other = await openDirectory({ SCIM_GROUPS: '' })
    expect(await other.send('GET', '/Users')).toMatchObject({
      status: 403,
      body: { detail: 'SCIM выключен: задайте SCIM_GROUPS – какая группа что даёт' },
    })
    await other.product.close()
  })
})

describe('a person sent by Okta', () => {
  test('is created at once, and may sign in once a group gives rights', async () => {
    const missing = await scim('GET', `/Users?filter=userName eq "orlova${serial()}@acme.ru"&startIndex=1&count=100`)
    expect(missing.body).toMatchObject({ totalResults: 0, Resources: [] })
    const id = await named()
    expect(await own()).toBeUndefined()
    const { body, headers } = await scim('GET', `/Users/${id}`)
    expect(body).toMatchObject({ userName: `${key()}@acme.ru`, externalId: `00u-${key()}`, active: true })
    expect(headers['etag']).toBe('W/"1"')
    expect(body['password']).toBeUndefined()
    await directory.grantAccess(id)
    expect(await own()).toMatchObject({ name: 'Вера Орлова', isRivc: true, isAdmin: false, password_hash: null })
    expect((await scim('GET', `/Users/${id}`)).body['groups']).toMatchObject([{ display: 'vypusk-staff' }])
  })

  test('has a unique login and externalId', async () => {
    await named()
    const again = await scim('POST', '/Users', okta(key(), { externalId: 'other' }))
    expect(again).toMatchObject({ status: 409, body: { scimType: 'uniqueness', status: '409' } })
    const byKey = await scim('POST', '/Users', okta(key(), { userName: 'other@acme.ru', emails: [] }))
    expect(byKey).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } })
  })

  test('is refused if somebody has the login or the address already', async () => {
    await makePerson(directory.product.deps.db, `local${serial()}`)
    const bySame = [{ userName: `local${serial()}` }, { emails: [{ value: `local${serial()}@example.ru` }] }]
    for (const options of bySame) {
      expect(await scim('POST', '/Users', okta(key(), options))).toMatchObject({
        status: 409,
        body: { scimType: 'uniqueness' },
      })
    }
    expect(await accountBy(directory.product, `local${serial()}`)).toMatchObject({ name: `Имя local${serial()}` })
  })

  test('a new name and address are shown everywhere', async () => {
    const id = await named()
    await directory.grantAccess(id)
    const after = okta(key(), { displayName: 'Вера Белова', emails: [{ value: 'belova@acme.ru', primary: true }] })
    expect((await scim('PUT', `/Users/${id}`, after)).body).toMatchObject({ displayName: 'Вера Белова' })
    expect(await own()).toMatchObject({ name: 'Вера Белова', email: 'belova@acme.ru' })
    const { body } = await directory.admin(adminPeople.list, { query: { search_string: 'Белова' } })
    const { history } = (await directory.admin(adminPeople.get, { params: { id: body.data[0]?.id ?? 0 } })).body
    expect(history[0]).toMatchObject({
      user: { name: 'Сервис Каталог directory' },
      note: 'по каталогу компании (SCIM)',
    })
  })

  test('a new address ends the link that a password letter brought to the former one', async () => {
    const id = await named()
    await directory.grantAccess(id)
    const { product } = directory
    const token = await inTransaction({ deps: product.deps, person: NOBODY }, async (tx) =>
      issuePasswordLink(tx, (await own())?.id ?? 0, product.clock.now().toISOString()),
    )
    const works = async () => (await product.anonymous(auth.passwordLink, { params: { token } })).status === 200
    await scim('PUT', `/Users/${id}`, okta(key(), { displayName: 'Вера Белова' }))
    expect(await works()).toBe(true)
    await scim('PUT', `/Users/${id}`, okta(key(), { emails: [{ value: 'belova@acme.ru', primary: true }] }))
    expect(await works()).toBe(false)
  })

  test('unknown attributes are accepted and not stored, and a step without a change changes nothing', async () => {
    const id = await named({
      title: 'Инженер',
      'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Сопровождение' },
    })
    await scim('PUT', `/Users/${id}`, okta(key()))
    expect((await scim('GET', `/Users/${id}`)).headers['etag']).toBe('W/"1"')
  })
})

describe('a person changed by Microsoft Entra', () => {
  test('with strings for booleans, capitalised operations, and paths for names', async () => {
    const id = await named({ active: 'True' })
    await directory.grantAccess(id)
    const body = patch(
      { op: 'Replace', path: 'active', value: 'False' },
      { op: 'Add', path: 'emails[type eq "work"].value', value: 'new@acme.ru' },
      { op: 'Replace', path: 'name.familyName', value: 'Белова' },
      { op: 'Replace', path: 'emails[type eq "home"].value', value: 'home@acme.ru' },
      { op: 'Add', path: `urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department`, value: 'Отдел' },
    )
    expect((await scim('PATCH', `/Users/${id}`, body)).body).toMatchObject({
      active: false,
      name: { givenName: 'Вера', familyName: 'Белова' },
      emails: [
        { value: 'new@acme.ru', type: 'work', primary: true },
        { value: 'home@acme.ru', type: 'home' },
      ],
    })
    expect(await own()).toMatchObject({ is_blocked: true, email: 'new@acme.ru' })
  })

  test('without a path, the names of its value are paths', async () => {
    const id = await named()
    const value = {
      displayName: 'Иная',
      'name.givenName': 'Инна',
      'emails[type eq "work"].value': 'i@acme.ru',
      active: 'False',
    }
    expect((await scim('PATCH', `/Users/${id}`, patch({ op: 'Add', value }))).body).toMatchObject({
      displayName: 'Иная',
      name: { givenName: 'Инна' },
      emails: [{ value: 'i@acme.ru' }],
      active: false,
    })
  })

  test.each([
    [{ op: 'Move', path: 'active', value: true }, 'invalidSyntax'],
    [{ op: 'remove' }, 'noTarget'],
    [{ op: 'replace', path: 'emails[', value: 'x' }, 'invalidPath'],
    [{ op: 'replace', path: 'active', value: 'perhaps' }, 'invalidValue'],
    [{ op: 'remove', path: 'userName' }, 'invalidValue'],
    [{ op: 'replace', path: 'emails', value: [{ value: 'не адрес' }] }, 'invalidValue'],
    [{ op: 'replace', value: 'нечто' }, 'invalidSyntax'],
  ])('%j is refused and has no effect', async (operation, scimType) => {
    const id = await named()
    const body = patch({ op: 'replace', path: 'displayName', value: 'Изменена' }, operation)
    expect(await scim('PATCH', `/Users/${id}`, body)).toMatchObject({ status: 400, body: { scimType } })
    expect((await scim('GET', `/Users/${id}`)).body['displayName']).toBe('Вера Орлова')
  })

  test('no path reaches prototype properties', async () => {
    const id = await named()
    const paths = ['__proto__.polluted', 'constructor.prototype', 'name.__proto__', 'name.constructor']
    for (const path of paths) await scim('PATCH', `/Users/${id}`, patch({ op: 'add', path, value: { polluted: 'да' } }))
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
  })
})
