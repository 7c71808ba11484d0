import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { account, adminPeople, auth, tokens } from '@vypusk/contract'
import { historyOf } from '../../platform/history.ts'
import { makePeople, makePerson } from '../../testing/making/make.ts'
import { testApp, type Api, type TestApp } from '../../testing/app.ts'
import { PASSWORD } from '../../testing/password.ts'
import { sweepSessions } from './port.ts'
import { deviceOf, personalWords, standsFor } from './rules.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0'
const NEXT = 'корова на крыше'

let product: TestApp
beforeAll(async () => {
  product = await testApp({ SESSION_IDLE_HOURS: '72' })
  await makePeople(product.deps.db)
})
afterAll(() => product.close())

const logIn = (login: string, password = PASSWORD, headers = {}) =>
  product.anonymous(auth.login, { body: { login, password }, headers })
const sessionOf = async (login: string, headers = {}) =>
  product.withToken((await logIn(login, PASSWORD, headers)).body.access_token)
const change = (api: Api, password: string, current_password = PASSWORD) =>
  api(account.changePassword, { body: { current_password, password } })
const isIn = async (api: Api) => (await api(auth.getUser)).status === 200
let serial = 0
async function newPerson() {
  serial += 1
  const login = `own${serial}`
  return { login, id: await makePerson(product.deps.db, login) }
}

describe('the own password', () => {
  test('is changed; the calling session stays, everything else that was open ends', async () => {
    const { login, id } = await newPerson()
    const [here, there] = [await sessionOf(login), await sessionOf(login)]
    const made = (await here(tokens.create, { body: { name: 'CI', scope: 'read', days: 30 } })).body
    expect((await change(here, NEXT)).status).toBe(200)
    expect([await isIn(here), await isIn(there), await isIn(product.withToken(made.access_token))]).toEqual([
      true,
      false,
      false,
    ])
    expect([(await logIn(login)).status, (await logIn(login, NEXT)).status]).toEqual([403, 200])
    const history = (await historyOf(product.deps.db, 'user', id)).map(({ title, after }) => [title, after])
    expect(history).toEqual([
      ['Доступ завершён', 'токены API: 1, сеансы: 1'],
      ['Пароль', 'сменён самим человеком'],
      ['Токен API', 'сделан: CI, только читать'],
    ])
  })

  test('is not changed without the present one, and guessing is limited', async () => {
    const { login } = await newPerson()
    const api = await sessionOf(login)
    for (let tries = 0; tries < 10; tries += 1) {
      expect((await change(api, NEXT, 'nope')).refusal.errors).toEqual({
        current_password: ['Нынешний пароль введён неверно'],
      })
    }
    expect((await change(api, NEXT)).status).toBe(429)
    // Guessing here does not block the person's sign-in.
    expect((await logIn(login)).status).toBe(200)
  })

  test.each([
    ['short', 'коротко', 'Не короче 10 символов'],
    ['long', 'я'.repeat(129), 'Не длиннее 128 символов'],
    ['common', 'Password123', 'Этот пароль подбирают одним из первых'],
    ['common on the other layout', 'йцукенгшщз', 'Этот пароль подбирают одним из первых'],
    ['the own name', 'Имя_own2026', 'Пароль повторяет ваш логин, имя или компанию'],
  ])('that is %s is refused at its field', async (_, password, sentence) => {
    await makePerson(product.deps.db, 'named', { name: 'Имя own' }).catch(() => 0)
    const { status, refusal } = await change(await sessionOf('named'), password)
    expect([status, refusal.errors?.['password']]).toEqual([422, [expect.stringContaining(sentence)]])
  })
})

describe('the own sessions', () => {
  test('show their device and address, and end one by one or all but this one', async () => {
    const { login } = await newPerson()
    const here = await sessionOf(login, { 'user-agent': FIREFOX })
    const [second, third, fourth] = [await sessionOf(login), await sessionOf(login), await sessionOf(login)]
    const list = async () => (await here(account.sessions)).body.sessions
    const all = await list()
    expect(all).toHaveLength(4)
    expect(all.filter(({ is_present }) => is_present)).toMatchObject([
      { device: 'Firefox, Linux', address: '127.0.0.1', last_seen_at: product.clock.now().toISOString() },
    ])
    const id = all.find(({ is_present }) => !is_present)?.id ?? 0
    const stranger = await sessionOf('client1')
    expect((await stranger(account.endSession, { params: { id } })).status).toBe(404)
    expect((await here(account.endSession, { params: { id } })).status).toBe(200)
    expect((await Promise.all([second, third, fourth].map(isIn))).filter(Boolean)).toHaveLength(2)
    expect((await here(account.endOthers)).status).toBe(200)
    expect(await Promise.all([here, second, third, fourth].map(isIn))).toEqual([true, false, false, false])
  })

  test('expire when unused, and stay valid while they are used', async () => {
    const { login } = await newPerson()
    const api = await sessionOf(login)
    const before = product.clock.now().toISOString()
    product.clock.set('2026-03-09T06:00:00.000Z')
    expect(await isIn(api)).toBe(true)
    product.clock.set('2026-03-12T05:59:59.000Z')
    expect(await isIn(api)).toBe(true)
    product.clock.set('2026-03-15T06:00:00.000Z')
    expect(await isIn(api)).toBe(false)
    product.clock.set(before)
  })
})

describe('sessions that are over', () => {
  const before = '2026-03-06T06:30:00.000Z'
  const later = '2026-03-10T06:30:00.000Z'

  test('are swept, except the last one, which says when the person was here', async () => {
    const { login, id } = await newPerson()
    product.clock.set(before)
    await Promise.all([sessionOf(login), sessionOf(login), sessionOf(login)])
    product.clock.set('2026-03-07T06:30:00.000Z')
    const absent = await newPerson()
    await sessionOf(absent.login)
    product.clock.set(later)
    const valid = await sessionOf(login)
    await sweepSessions(product.deps)
    const left = await product.deps.db
      .selectFrom('sessions')
      .select(['user_id', 'last_seen_at'])
      .where('user_id', 'in', [id, absent.id])
      .orderBy('user_id')
      .execute()
    expect(left).toEqual([
      { user_id: id, last_seen_at: later },
      { user_id: absent.id, last_seen_at: '2026-03-07T06:30:00.000Z' },
    ])
    expect(await isIn(valid)).toBe(true)
    product.clock.set(before)
  })

  test('are not counted: neither on the card of the person nor in the history', async () => {
    const { login, id } = await newPerson()
    const admin = await product.as('admin')
    await Promise.all([sessionOf(login), sessionOf(login)])
    product.clock.set(later)
    const [, here] = [await sessionOf(login), await sessionOf(login)]
    const present = await product.as('admin')
    expect((await present(adminPeople.get, { params: { id } })).body.sessions_count).toBe(2)
    await here(account.endOthers)
    const { body } = await present(adminPeople.block, { params: { id }, body: { is_blocked: true } })
    expect(body.person.history.find(({ title }) => title === 'Доступ завершён')?.after).toBe('сеансы: 1')
    const history = (await historyOf(product.deps.db, 'session', id)).map(({ after }) => after)
    expect(history).toContain('завершены самим человеком: 1')
    product.clock.set(before)
    expect((await admin(auth.getUser)).status).toBe(200)
  })
})

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/130.0 YaBrowser/24.1 Safari/537.36',
    'Яндекс Браузер, Windows',
  ],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1', 'Safari, iOS'],
  ['curl/8', 'Неизвестное устройство'],
  ['', 'Неизвестное устройство'],
])('%s is %s', (user_agent, device) => expect(deviceOf(user_agent)).toBe(device))

test.each([
  ['Иванова2026!', true],
  ['anna.ivanova1', true],
  ['ромашка-ооо', false],
  ['ромашка 2026', true],
  ['иванова на даче', false],
])('%s is only personal data: %s', (password, isSo) => {
  const words = personalWords(['anna.ivanova', 'Анна Иванова', 'a.ivanova@example.ru', 'ООО «Ромашка»', null])
  expect(standsFor(password, words)).toBe(isSo)
})
