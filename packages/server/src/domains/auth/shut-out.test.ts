import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adminPeople, audit } from '@vypusk/contract'
import { testApp, type TestApp } from '../../testing/app.ts'
import { PASSWORD } from '../../testing/password.ts'
import { makeCompany, makePeople, makePerson } from '../../testing/making/make.ts'

/** Somebody who guesses passwords does not block anybody else. */

const PROXY = '10.1.1.1'
let product: TestApp
beforeAll(async () => {
  product = await testApp({ TRUSTED_PROXIES: '10.0.0.0/8', PUBLIC_URL: 'https://vypusk.example.ru' })
  await makePeople(product.deps.db)
})
afterAll(() => product.close())

interface From {
  /** The address that the proxy reports. */
  forwarded?: string
  peer?: string
  cookie?: string
}

async function logIn(login: string, password: string, { forwarded, peer = PROXY, cookie }: From) {
  const reply = await product.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    remoteAddress: peer,
    headers: { ...(forwarded ? { 'x-forwarded-for': forwarded } : {}), ...(cookie ? { cookie } : {}) },
    payload: { login, password },
  })
  const [kept] = String(reply.headers['set-cookie'] ?? '').split(';')
  return { status: reply.statusCode, cookie: kept ?? '', attributes: String(reply.headers['set-cookie']) }
}

const guess = async (times: number, login: (n: number) => string, from: (n: number) => From) => {
  const statuses: number[] = []
  for (let n = 0; n < times; n += 1) statuses.push((await logIn(login(n), 'nope', from(n))).status)
  return statuses
}

/** Returns the keys by which failures were counted. */
const counted = async () =>
  (await product.deps.db.selectFrom('login_tries').select('key').execute()).map((row) => row.key)

test('expired counts are deleted', async () => {
  const { db } = product.deps
  await logIn('client1', 'nope', { forwarded: '192.0.2.99' })
  await db.insertInto('login_tries').values({ key: 'address:192.0.2.98', points: 7, expire: 1 }).execute()
  await product.deps.loginTries.sweep()
  expect(await counted()).toContain('address:192.0.2.99')
  expect(await counted()).not.toContain('address:192.0.2.98')
})

describe('behind a proxy', () => {
  test('fifty wrong passwords from one address block the sign-in for that address only', async () => {
    const attacker = { forwarded: '203.0.113.7' }
    const statuses = await guess(
      50,
      (n) => `nobody${n}`,
      () => attacker,
    )
    expect(new Set(statuses)).toEqual(new Set([403]))
    expect((await logIn('manager', PASSWORD, attacker)).status).toBe(429)
    expect((await logIn('manager', PASSWORD, { forwarded: '198.51.100.9' })).status).toBe(200)
  })

  test('the log records the address of the person, not that of the proxy', async () => {
    await logIn('client1', PASSWORD, { forwarded: '198.51.100.20:40112' })
    const admin = await product.as('admin')
    const { body } = await admin(audit.list, { body: { entities: ['session'] } })
    expect(body.data.map(({ note }) => note)).toContain('198.51.100.20')
    expect(body.data.map(({ note }) => note)).not.toContain(PROXY)
  })

  test('a call that bypasses the proxy cannot choose its address', async () => {
    await logIn('client1', 'nope', { peer: '192.0.2.44', forwarded: '198.51.100.77' })
    expect(await counted()).toContain('address:192.0.2.44')
    expect(await counted()).not.toContain('address:198.51.100.77')
  })

  test('addresses in the header before that of the proxy are ignored', async () => {
    await logIn('client1', 'nope', { forwarded: '127.0.0.1, 192.0.2.45' })
    expect(await counted()).toContain('address:192.0.2.45')
  })

  test('all addresses of one IPv6 network are counted as one', async () => {
    await logIn('client1', 'nope', { forwarded: '2001:db8:5:6:aaaa::1' })
    await logIn('client1', 'nope', { forwarded: '2001:db8:5:6:bbbb::2' })
    const ofNetwork = (await counted()).filter((key) => key.includes('2001:db8'))
    expect(ofNetwork).toEqual(['address:2001:db8:5:6::/64'])
  })
})

describe('a browser in which its person has signed in', () => {
  test('can sign in while others guess passwords for the login', async () => {
    await makePerson(product.deps.db, 'wanted')
    const { cookie, attributes } = await logIn('wanted', PASSWORD, { forwarded: '198.51.100.30' })
    for (const word of ['HttpOnly', 'SameSite=Strict', 'Secure', 'Path=/api/auth']) expect(attributes).toContain(word)
    await guess(
      10,
      () => 'wanted',
      (n) => ({ forwarded: `203.0.113.${100 + n}` }),
    )
    expect((await logIn('wanted', PASSWORD, { forwarded: '198.51.100.31' })).status).toBe(429)
    expect((await logIn('wanted', PASSWORD, { forwarded: '198.51.100.30', cookie })).status).toBe(200)
  })

  test('has its own ten attempts', async () => {
    await makePerson(product.deps.db, 'forgetful')
    const from = { forwarded: '198.51.100.40' }
    const { cookie } = await logIn('forgetful', PASSWORD, from)
    const statuses = await guess(
      11,
      () => 'forgetful',
      () => ({ ...from, cookie }),
    )
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 403), 429])
    expect((await logIn('forgetful', PASSWORD, { ...from, cookie })).status).toBe(429)
    expect((await logIn('forgetful', PASSWORD, from)).status).toBe(200)
  })

  test.each([
    ['a mark of somebody else', (mine: string, other: string) => [mine, other]],
    ['a mark with another number', (mine: string) => [mine.replace(/=\d+/, '=1'), '']],
  ])('is not recognized by %s', async (_, forge) => {
    const login = `target${_.length}`
    await makePerson(product.deps.db, login)
    await makePerson(product.deps.db, `${login}x`)
    const own = await logIn(login, PASSWORD, { forwarded: '198.51.100.50' })
    const other = await logIn(`${login}x`, PASSWORD, { forwarded: '198.51.100.50' })
    const [forged] = forge(other.cookie, own.cookie)
    await guess(
      10,
      () => login,
      () => ({ forwarded: '198.51.100.51' }),
    )
    expect((await logIn(login, PASSWORD, { forwarded: '198.51.100.52', cookie: forged ?? '' })).status).toBe(429)
  })

  test('is not recognized after a new password', async () => {
    const id = await makePerson(product.deps.db, 'renewed')
    const { cookie } = await logIn('renewed', PASSWORD, { forwarded: '198.51.100.60' })
    await guess(
      10,
      () => 'renewed',
      () => ({ forwarded: '198.51.100.61' }),
    )
    await product.deps.db.updateTable('users').set({ password_hash: 'another' }).where('id', '=', id).execute()
    expect((await logIn('renewed', PASSWORD, { forwarded: '198.51.100.62', cookie })).status).toBe(429)
  })

  test('remembers everybody who signs in with it', async () => {
    await makePerson(product.deps.db, 'first')
    await makePerson(product.deps.db, 'second')
    const from = { forwarded: '198.51.100.70' }
    const { cookie } = await logIn('first', PASSWORD, from)
    const both = await logIn('second', PASSWORD, { ...from, cookie })
    await guess(
      10,
      () => 'first',
      () => ({ forwarded: '198.51.100.71' }),
    )
    expect((await logIn('first', PASSWORD, { ...from, cookie: both.cookie })).status).toBe(200)
  })
})

test('the command clears all attempts', async () => {
  await makePerson(product.deps.db, 'locked')
  const from = { forwarded: '198.51.100.80' }
  await guess(
    10,
    () => 'locked',
    () => from,
  )
  expect((await logIn('locked', PASSWORD, from)).status).toBe(429)
  await product.deps.loginTries.clear()
  expect((await logIn('locked', PASSWORD, from)).status).toBe(200)
})

test('a browser stays known when another company of the person becomes the first', async () => {
  const { db } = product.deps
  const [idcomp, company] = [await makeCompany(db), await makeCompany(db)]
  const id = await makePerson(db, 'several', { idcomp })
  const from = { forwarded: '198.51.100.77' }
  const { cookie } = await logIn('several', PASSWORD, from)
  const admin = await product.as('admin')
  await admin(adminPeople.join, { params: { id }, body: { company } })
  expect((await admin(adminPeople.first, { params: { id, company } })).status).toBe(200)
  await guess(
    10,
    () => 'several',
    (n) => ({ forwarded: `203.0.113.${100 + n}` }),
  )
  expect((await logIn('several', PASSWORD, from)).status).toBe(429)
  const again = await logIn('several', PASSWORD, { ...from, cookie })
  expect(again.status).toBe(200)
  expect(again.cookie).not.toContain('~')
})
