import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auth } from '@vypusk/contract'
import { directoryAt } from '../../platform/corporate/directory.ts'
import { readSettings } from '../../platform/settings.ts'
import { makePerson } from '../../testing/making/make.ts'
import { testApp, type TestApp } from '../../testing/app.ts'
import { PASSWORD } from '../../testing/password.ts'
import {
  BASE,
  GROUPS,
  PEOPLE,
  READER,
  startSlapd,
  trustTests,
  type TestDirectory,
} from '../../testing/servers/slapd.ts'

const WRONG = { status: 403, refusal: { message: 'Неверный логин или пароль' } }
const DOWN = { status: 503, refusal: { message: expect.stringMatching(/^Сервер корпоративного входа не отвечает/) } }

let directory: TestDirectory
let product: TestApp
let distrust: () => void
const bySearch = () => ({
  LDAP_URL: directory.url,
  LDAP_BASE: PEOPLE,
  LDAP_BIND_DN: READER.dn,
  LDAP_BIND_PASSWORD: READER.password,
  LDAP_GROUPS: `vypusk-admins=admin; cn=vypusk,${GROUPS}=staff`,
})
beforeAll(async () => {
  distrust = trustTests()
  directory = await startSlapd()
  for (const uid of ['orlova', 'petrov', 'guest', 'manager']) await directory.addPerson(uid)
  await directory.write((client) =>
    client.add(
      `ou=elsewhere,${PEOPLE}`,
      {
        objectClass: ['referral', 'extensibleObject'],
        ou: 'elsewhere',
        ref: 'ldap://127.0.0.1:9/dc=evil',
      },
      [],
    ),
  )
  await directory.setGroup('vypusk', ['orlova', 'petrov', 'manager'])
  product = await testApp(bySearch())
})
afterAll(async () => {
  await product.close()
  await directory.stop()
  distrust()
})

const logInAt = (there: TestApp, login: string, password: string) =>
  there.anonymous(auth.login, { body: { login, password } })
const logIn = (login: string, password = `password of ${login}`) => logInAt(product, login, password)
const userOf = async (there: TestApp, token: string) => (await there.withToken(token)(auth.getUser)).body

describe('the sign-in form', () => {
  test('accepts the password of the directory, and creates the person with the rights of the groups', async () => {
    const { status, body } = await logIn('Orlova', 'password of orlova')
    expect(status).toBe(200)
    expect(await userOf(product, body.access_token)).toMatchObject({ login: 'orlova', isRivc: true, isAdmin: false })
    await directory.setGroup('vypusk-admins', ['orlova'])
    const again = (await logIn('orlova')).body
    expect(await userOf(product, again.access_token)).toMatchObject({ isAdmin: true })
  })

  test('takes nobody for the person whose login only looks the same', async () => {
    await makePerson(product.deps.db, 'sidorov')
    await directory.addPerson('sid\u200borov')
    await directory.setGroup('vypusk', ['orlova', 'petrov', 'manager', 'sid\u200borov'])
    expect(await logIn('sid\u200borov')).toMatchObject({
      status: 422,
      refusal: { message: expect.stringContaining('назовите её номер') },
    })
  })

  test('creates one person in two concurrent sign-ins', async () => {
    const both = await Promise.all([logIn('petrov'), logIn('petrov')])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    const rows = await product.deps.db.selectFrom('users').select('id').where('login', '=', 'petrov').execute()
    expect(rows).toHaveLength(1)
  })

  test('refuses people whose groups give no access', async () => {
    const message = expect.stringContaining('попросите администратора добавить вас в нужную группу')
    expect(await logIn('guest')).toMatchObject({ status: 422, refusal: { message } })
  })

  test.each([
    ['a wrong password', 'orlova', 'nope'],
    ['an unknown login', 'nobody', 'nope'],
    ['a login that widens the filter', '*', 'password of orlova'],
    ['a login that closes the filter', '*)(uid=*', 'password of orlova'],
    ['a login that adds to the filter', 'orlova)(|(uid=*', 'password of orlova'],
  ])('%s gets the usual message', async (_, login, password) => {
    expect(await logIn(login, password)).toMatchObject(WRONG)
  })

  test('accepts the local password until the directory has accepted one, and only the directory after that', async () => {
    await makePerson(product.deps.db, 'manager')
    expect((await logIn('manager', PASSWORD)).status).toBe(200)
    expect((await logIn('manager')).status).toBe(200)
    expect(await logIn('manager', PASSWORD)).toMatchObject(WRONG)
  })

  test('accepts local people even while the directory does not answer', async () => {
    await makePerson(product.deps.db, 'local-one')
    directory.freeze()
    try {
      expect((await logIn('local-one', PASSWORD)).status).toBe(200)
      expect(await logIn('orlova')).toMatchObject(DOWN)
    } finally {
      directory.thaw()
    }
    expect((await logIn('orlova')).status).toBe(200)
  })
})

describe('a directory', () => {
  const checking = (env: Record<string, string>) => {
    const { ldap } = readSettings(env)
    if (!ldap) throw new Error('no directory is set up')
    return directoryAt(ldap)
  }

  test.each([
    ['switches to TLS', () => bySearch()],
    ['uses TLS from the start', () => ({ ...bySearch(), LDAP_URL: directory.tlsUrl })],
    ['names people by a template', () => ({ LDAP_URL: directory.url, LDAP_USER_DN: `uid={login},${PEOPLE}` })],
  ])('%s', async (_, env) => {
    const account = await checking(env()).check('petrov', 'password of petrov')
    expect(account).toMatchObject({ login: 'petrov', subject: expect.stringMatching(/^[0-9a-f-]{36}$/) })
    expect(account?.groups).toEqual([`cn=vypusk,${GROUPS}`])
    expect(await checking(env()).check('petrov', 'nope')).toBeNull()
  })

  test('finds groups by their members', async () => {
    const account = await checking({ ...bySearch(), LDAP_GROUP_BASE: GROUPS }).check('guest', 'password of guest')
    expect(account?.groups).toEqual([])
    const member = await checking({ ...bySearch(), LDAP_GROUP_BASE: GROUPS }).check('petrov', 'password of petrov')
    expect(member?.groups).toEqual([`cn=vypusk,${GROUPS}`, `cn=vypusk,${GROUPS}`])
  })

  test('is not queried with an empty password, which it would accept as an anonymous bind', async () => {
    expect(await checking(bySearch()).check('petrov', '')).toBeNull()
  })

  test.each(['petrov,ou=people', 'petrov+cn=petrov', 'petrov\\', '*'])(
    'does not treat «%s» as another name in a template',
    async (login) => {
      const env = { LDAP_URL: directory.url, LDAP_USER_DN: `uid={login},${PEOPLE}` }
      expect(await checking(env).check(login, 'password of petrov')).toBeNull()
    },
  )

  test.each([
    [
      'whose certificate is not valid for its name',
      () => ({ ...bySearch(), LDAP_URL: directory.tlsUrl.replace('localhost', '127.0.0.1') }),
    ],
    ['that refuses the account of the product', () => ({ ...bySearch(), LDAP_BIND_PASSWORD: 'nope' })],
    ['that cannot be reached', () => ({ ...bySearch(), LDAP_URL: 'ldaps://localhost:9' })],
    ['that lacks the search base', () => ({ ...bySearch(), LDAP_BASE: `ou=nowhere,${BASE}` })],
    ['that requires TLS but is used without it', () => ({ ...bySearch(), LDAP_START_TLS: 'off' })],
  ])('%s is reported as out of order, not as a wrong password', async (_, env) => {
    await expect(checking(env()).check('petrov', 'password of petrov')).rejects.toThrow('did not answer as it should')
  })
})
