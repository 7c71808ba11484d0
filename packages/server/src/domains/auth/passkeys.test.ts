import { afterAll, beforeAll, expect, test } from 'vitest'
import { auth, secondFactor } from '@vypusk/contract'
import { siteOf } from '../../platform/credentials/passkeys.ts'
import { sealingBy } from '../../platform/credentials/sealing.ts'
import { authenticatorAt } from '../../testing/authenticator.ts'
import { makePeople, makePerson } from '../../testing/making/make.ts'
import { testApp, type TestApp } from '../../testing/app.ts'
import { PASSWORD } from '../../testing/password.ts'
import { isFactorDemanded } from './policy.ts'
import { inGroups, isCounted, plainCode } from './rules.ts'

/** Passkeys as a second factor, and the rules that all second factors share. */

const SITE = 'https://vypusk.example.ru'
const withPassword = { body: { current_password: PASSWORD } }

let product: TestApp
beforeAll(async () => {
  product = await testApp({ PUBLIC_URL: SITE })
  await makePeople(product.deps.db)
})
afterAll(() => product.close())

const logIn = (login: string, proof: { passkey?: object } = {}) =>
  product.anonymous(auth.login, { body: { login, password: PASSWORD, ...proof } as never })
const later = (seconds: number) =>
  product.clock.set(new Date(product.clock.now().getTime() + seconds * 1000).toISOString())

let serial = 0
async function newPerson() {
  serial += 1
  const login = `key${serial}`
  await makePerson(product.deps.db, login)
  return { login, api: await product.as(login) }
}

async function withPasskey(origin = SITE) {
  const person = await newPerson()
  const { api } = person
  const device = authenticatorAt(origin)
  const { options } = (await api(secondFactor.beginPasskey, withPassword)).body
  const passkey = device.create(options)
  const added = await api(secondFactor.finishPasskey, { body: { name: 'Ноутбук', passkey } })
  return { ...person, device, passkey, added }
}
const questionTo = async (login: string) => {
  const ways = (await logIn(login)).refusal['second_factor'] as secondFactor.Ways
  return ways.passkey ?? {}
}

test('a passkey opens a session, and each challenge is answered once', async () => {
  const { login, device, added } = await withPasskey()
  expect(added.body.recovery_codes).toHaveLength(10)
  const question = await questionTo(login)
  const answer = device.get(question)
  expect((await logIn(login, { passkey: answer })).status).toBe(200)
  expect((await logIn(login, { passkey: answer })).status).toBe(401)
  // An authenticator whose counter goes back is a clone and is refused.
  const [older, newer] = [device.get(await questionTo(login)), device.get(await questionTo(login))]
  expect((await logIn(login, { passkey: newer })).status).toBe(200)
  expect((await logIn(login, { passkey: older })).status).toBe(401)
})

test('a passkey of another address, person or time is refused', async () => {
  const { login, device } = await withPasskey()
  const other = await withPasskey()
  const foreign = { ...authenticatorAt('https://vypusk.example.com').get(await questionTo(login)) }
  const named = device.get(await questionTo(login))
  const cases: [string, object][] = [
    ['another address', { ...foreign, id: named.id, rawId: named.id }],
    ['another key', other.device.get(await questionTo(login))],
    ['a question to somebody else', device.get(await questionTo(other.login))],
  ]
  for (const [name, passkey] of cases) expect([name, (await logIn(login, { passkey })).status]).toEqual([name, 401])
  const late = device.get(await questionTo(login))
  later(601)
  await product.deps.loginTries.clear()
  expect((await logIn(login, { passkey: late })).status).toBe(401)
  expect((await logIn(login, { passkey: device.get(await questionTo(login)) })).status).toBe(200)
})

test('a passkey can be added for this address only, and once', async () => {
  expect((await withPasskey('https://evil.example.ru')).added.status).toBe(422)
  const { api, passkey } = await withPasskey()
  expect((await api(secondFactor.finishPasskey, { body: { name: 'Ещё раз', passkey } })).status).toBe(422)
})

test.each([
  ['https://vypusk.example.ru/app', 'vypusk.example.ru'],
  ['http://localhost:3000', 'localhost'],
  ['http://127.0.0.1:3000', undefined],
  ['https://10.0.0.5', undefined],
  ['https://[::1]', undefined],
  ['http://vypusk.local', undefined],
])('a passkey at %s is bound to %s', (publicUrl, host) => expect(siteOf(publicUrl)?.host).toBe(host))

test.each([
  ['off', [false, false, false]],
  ['optional', [false, false, false]],
  ['admin', [true, false, false]],
  ['staff', [true, true, false]],
  ['all', [true, true, true]],
] as const)('SECOND_FACTOR=%s', (demand, demanded) => {
  const people = [
    { isRivc: true, isAdmin: true },
    { isRivc: true, isAdmin: false },
    { isRivc: false, isAdmin: false },
  ]
  expect(people.map((person) => isFactorDemanded(person, { secondFactor: demand }))).toEqual(demanded)
})

test('a former key decrypts what it encrypted, another key does not', () => {
  const [former, present] = ['former'.padEnd(32, '.'), 'present'.padEnd(32, '.')]
  const sealed = sealingBy([former]).seal('JBSWY3DP')
  expect(sealingBy([present, former]).open(sealed)).toBe('JBSWY3DP')
  expect(sealingBy([present]).open(sealed)).toBeUndefined()
  expect(sealingBy([present]).open('short')).toBeUndefined()
})

test.each([
  ['123 456', '123456', true],
  ['ABCD-efgh-2345', 'abcdefgh2345', false],
  [' 12345 ', '12345', false],
])('%s is %s', (typed, plain, counted) => {
  expect([plainCode(typed), isCounted(plain)]).toEqual([plain, counted])
})

test('a recovery code is written in groups', () => expect(inGroups('abcdefgh2345')).toBe('abcd-efgh-2345'))
