import { generateSync } from 'otplib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adminPeople, auth, releases, secondFactor, tokens } from '@vypusk/contract'
import { historyOf } from '../../platform/history.ts'
import { giveAdministration } from '../administration/port.ts'
import { waitingForLocks } from '../../testing/database.ts'
import { makePeople, makePerson } from '../../testing/making/make.ts'
import { testApp, type Api, type TestApp } from '../../testing/app.ts'
import { PASSWORD } from '../../testing/password.ts'
import { plainCode } from './rules.ts'

/** Second factors at sign-in: authenticator codes, passkeys, recovery codes. */

let product: TestApp
beforeAll(async () => {
  product = await testApp()
  await makePeople(product.deps.db)
})
afterAll(() => product.close())

type Proof = { code?: string; passkey?: object }
const logIn = (login: string, proof: Proof = {}, password = PASSWORD) =>
  product.anonymous(auth.login, { body: { login, password, ...proof } as never })
const sessionOf = async (login: string, proof: Proof = {}) =>
  product.withToken((await logIn(login, proof)).body.access_token)
const isIn = async (api: Api) => (await api(auth.getUser)).status === 200
const withPassword = { body: { current_password: PASSWORD } }

/** The code that an authenticator shows `steps` half-minutes from now. */
const codeOf = (secret: string, steps = 0) =>
  generateSync({ secret, epoch: Math.floor(product.clock.now().getTime() / 1000) + steps * 30 })
const later = (seconds: number) =>
  product.clock.set(new Date(product.clock.now().getTime() + seconds * 1000).toISOString())

let serial = 0
async function newPerson(input = {}) {
  serial += 1
  const login = `second${serial}`
  return { login, id: await makePerson(product.deps.db, login, { email: `${login}@example.ru`, ...input }) }
}

async function addApplication(api: Api, name = 'Телефон') {
  const { key, secret } = (await api(secondFactor.beginTotp, withPassword)).body
  const { body } = await api(secondFactor.finishTotp, { body: { key, name, code: codeOf(secret) } })
  return { secret, recovery: body.recovery_codes ?? [] }
}

/** Creates a person with an authenticator, returns the session that added it, and moves on to the next code. */
async function withApplication(input = {}) {
  const person = await newPerson(input)
  const api = await sessionOf(person.login)
  const made = await addApplication(api)
  later(60)
  return { ...person, api, ...made }
}

describe('a sign-in with an application', () => {
  test('requires a code after the right password, and accepts it', async () => {
    const { login, id, secret } = await withApplication()
    expect((await logIn(login, {}, 'nope')).status).toBe(403)
    const { status, refusal } = await logIn(login)
    expect([status, refusal.message, refusal['second_factor']]).toEqual([
      401,
      'Пароль верный. Подтвердите вход вторым фактором',
      { totp: true, passkey: null, recovery: true },
    ])
    const code = codeOf(secret)
    const entered = await logIn(login, { code: `${code.slice(0, 3)} ${code.slice(3)}` })
    expect(entered.status).toBe(200)
    expect(await isIn(product.withToken(entered.body.access_token))).toBe(true)
    expect((await historyOf(product.deps.db, 'session', id))[0]?.after).toBe('выполнен, второй фактор: Телефон')
  })

  test('accepts no code twice and no earlier code, even concurrently', async () => {
    const { login, id, secret } = await withApplication()
    const { db } = product.deps
    const [before, now] = [codeOf(secret, -1), codeOf(secret)]
    // Both calls have come as far as they can before the person's row is unlocked.
    const both = await db.transaction().execute(async (tx) => {
      await tx.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute()
      const waiting = [logIn(login, { code: now }), logIn(login, { code: now })]
      await expect.poll(() => waitingForLocks(db)).toBe(2)
      return waiting
    })
    const statuses = (await Promise.all(both)).map(({ status }) => status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 401])
    expect((await logIn(login, { code: before })).refusal.message).toContain('Код не подошёл')
    expect((await logIn(login, { code: codeOf(secret, 1) })).status).toBe(200)
  })

  test.each([
    [-2, 401],
    [-1, 200],
    [1, 200],
    [2, 401],
  ])('a code %i steps away is answered %i', async (steps, status) => {
    const { login, secret } = await withApplication()
    later(300)
    expect((await logIn(login, { code: codeOf(secret, steps) })).status).toBe(status)
  })

  test('blocks even the right code for a while after five wrong ones', async () => {
    const { login, secret } = await withApplication()
    for (let tries = 0; tries < 5; tries += 1) expect((await logIn(login, { code: '000000' })).status).toBe(401)
    const { status, headers } = await logIn(login, { code: codeOf(secret) })
    expect([status, Number(headers['retry-after'])]).toEqual([429, expect.any(Number)])
    // A sign-in with only the password still gets its usual answer.
    expect((await logIn(login)).status).toBe(401)
  })

  test('needs no code without a second factor', async () => {
    const { login } = await newPerson()
    expect((await logIn(login)).status).toBe(200)
    expect((await logIn(login, { code: '123456' })).status).toBe(200)
  })

  test('does not affect API tokens', async () => {
    const { api } = await withApplication()
    const made = await api(tokens.create, { body: { name: 'CI', scope: 'read', days: 30 } })
    const token = product.withToken(made.body.access_token)
    expect([(await token(auth.getUser)).status, (await token(secondFactor.get)).status]).toEqual([200, 403])
  })
})

describe('codes of recovery', () => {
  test('work once each, are reported by a letter, and are replaced by new ones', async () => {
    const { login, api, recovery } = await withApplication()
    const [first = '', second = ''] = recovery
    expect(recovery).toHaveLength(10)
    expect(first).toMatch(/^[2-9a-z]{4}-[2-9a-z]{4}-[2-9a-z]{4}$/)
    const entered = await logIn(login, { code: first.toUpperCase() })
    expect([entered.status, entered.body.recovery_left]).toEqual([200, 9])
    expect((await logIn(login, { code: first })).refusal.message).toContain('Такого кода восстановления нет')
    const letters = await product.deps.db
      .selectFrom('letters')
      .innerJoin('deliveries', 'deliveries.letter_id', 'letters.id')
      .select(['subject', 'target'])
      .where('target', '=', `${login}@example.ru`)
      .orderBy('letters.id')
      .execute()
    expect(letters.map(({ subject }) => subject)).toEqual([
      'Второй фактор: добавлен: Телефон',
      'Второй фактор: вход по коду восстановления, осталось кодов: 9',
    ])
    const renewed = (await api(secondFactor.renewRecovery, withPassword)).body.recovery_codes
    expect((await logIn(login, { code: second })).status).toBe(401)
    expect((await logIn(login, { code: renewed[0] ?? '' })).status).toBe(200)
  })

  test('are stored as hashes, and the secret of the authenticator is encrypted', async () => {
    const { id, secret, recovery } = await withApplication()
    const [kept] = await product.deps.db.selectFrom('second_factors').selectAll().where('user_id', '=', id).execute()
    const codes = await product.deps.db.selectFrom('recovery_codes').selectAll().where('user_id', '=', id).execute()
    expect(JSON.stringify([kept, codes])).not.toContain(secret)
    expect(JSON.stringify(codes)).not.toContain(plainCode(recovery[0] ?? ''))
  })
})

describe('adding and removing', () => {
  test('need the password, and end the other sessions', async () => {
    const { login } = await newPerson()
    const [here, there] = [await sessionOf(login), await sessionOf(login)]
    const wrong = await here(secondFactor.beginTotp, { body: { current_password: 'nope' } })
    expect([wrong.status, wrong.refusal.errors]).toEqual([
      422,
      { current_password: ['Нынешний пароль введён неверно'] },
    ])
    await addApplication(here)
    expect([await isIn(here), await isIn(there)]).toEqual([true, false])
    const own = (await here(secondFactor.get)).body
    expect(own).toMatchObject({ is_demanded: false, recovery_left: 10, factors: [{ kind: 'totp', name: 'Телефон' }] })
    const params = { id: own.factors[0]?.id ?? 0 }
    expect((await here(secondFactor.remove, { params, body: { current_password: 'nope' } })).status).toBe(422)
    const stranger = await sessionOf('client1')
    expect((await stranger(secondFactor.remove, { params, ...withPassword })).status).toBe(404)
    expect((await here(secondFactor.remove, { params, ...withPassword })).status).toBe(200)
    expect((await here(secondFactor.get)).body).toMatchObject({ factors: [], recovery_left: 0 })
    expect((await logIn(login)).status).toBe(200)
  })

  test('a wrong code adds nothing, and an unfinished setup expires', async () => {
    const { login } = await newPerson()
    const api = await sessionOf(login)
    const { key, secret } = (await api(secondFactor.beginTotp, withPassword)).body
    const finish = (code: string) => api(secondFactor.finishTotp, { body: { key, name: 'Телефон', code } })
    expect((await finish('000000')).refusal.errors).toEqual({ code: [expect.stringContaining('Код не подошёл')] })
    later(601)
    expect((await finish(codeOf(secret))).refusal.message).toContain('устарела')
    expect((await logIn(login)).status).toBe(200)
  })

  test('an administrator removes factors of others, but not their own', async () => {
    const admin = await product.as('admin')
    const { login, id, api } = await withApplication()
    const detail = (await admin(adminPeople.get, { params: { id } })).body
    expect([detail.second_factors, detail.abilities.second_factor]).toEqual([['Телефон'], true])
    const reset = (target: number) => admin(adminPeople.resetFactor, { params: { id: target } })
    expect((await reset(id)).body.person).toMatchObject({
      second_factors: [],
      abilities: { second_factor: 'Второй фактор не настроен' },
    })
    expect(await isIn(api)).toBe(false)
    expect([(await reset(id)).status, (await logIn(login)).status]).toEqual([422, 200])
    const own = (await admin(auth.getUser)).body.id
    expect((await reset(own)).refusal.message).toContain('на странице «Безопасность»')
    expect((await historyOf(product.deps.db, 'user', id))[0]).toMatchObject({
      title: 'Второй фактор',
      after: 'сброшен: Телефон',
    })
  })

  test('an administrator who removes factors ends sessions in further companies too', async () => {
    const admin = await product.as('admin')
    const companies = await product.deps.db.selectFrom('companies').select('idcomp').orderBy('idcomp').execute()
    const [first, further] = companies.map(({ idcomp }) => idcomp)
    const { id, api } = await withApplication({ idcomp: first })
    const rights = { can_enter_registry: false, can_create_registry: false, can_edit_calendar: false }
    const joined = await admin(adminPeople.join, { params: { id }, body: { company: further!, ...rights } })
    expect([joined.status, joined.refusal]).toEqual([200, joined.body])
    expect((await api(auth.chooseCompany, { body: { company: further! } })).status).toBe(200)
    expect((await admin(adminPeople.resetFactor, { params: { id } })).status).toBe(200)
    expect(await isIn(api)).toBe(false)
  })

  test('npm run admin removes it when asked to', async () => {
    const { login } = await withApplication({ isRivc: true, idcomp: null })
    const options = { login, name: login, email: null, password: 'parol-na-chas' }
    await giveAdministration(product.deps, options)
    expect((await logIn(login, {}, 'parol-na-chas')).status).toBe(401)
    await giveAdministration(product.deps, { ...options, clearFactors: true })
    expect((await logIn(login, {}, 'parol-na-chas')).status).toBe(200)
  })
})

describe('where staff must have one', () => {
  let strict: TestApp
  beforeAll(async () => {
    strict = await testApp({ SECOND_FACTOR: 'staff', SECRETS_KEY: 'first key of thirty-two characters' })
    await makePeople(strict.deps.db)
  })
  afterAll(() => strict.close())

  test('nothing is accessible before it is set up, and everything afterwards', async () => {
    const manager = await strict.as('manager')
    expect((await manager(auth.getUser)).body.must_set_up_factor).toBe(true)
    const closed = await manager(releases.list)
    expect([closed.status, closed.refusal.message, closed.refusal['second_factor']]).toEqual([
      403,
      'Вам нужен второй фактор: настройте его, и система откроется',
      'set_up',
    ])
    expect((await manager(tokens.create, { body: { name: 'CI', scope: 'read', days: 30 } })).status).toBe(403)
    const { key, secret } = (await manager(secondFactor.beginTotp, withPassword)).body
    const code = generateSync({ secret, epoch: Math.floor(strict.clock.now().getTime() / 1000) })
    await manager(secondFactor.finishTotp, { body: { key, name: 'Телефон', code } })
    expect((await manager(auth.getUser)).body.must_set_up_factor).toBeUndefined()
    expect((await manager(releases.list)).status).toBe(200)
    const id = (await manager(secondFactor.get)).body.factors[0]?.id ?? 0
    expect((await manager(secondFactor.remove, { params: { id }, ...withPassword })).refusal.message).toContain(
      'Вам нужен',
    )
  })

  test('a client signs in as before, and the reason why passkeys are unavailable is shown', async () => {
    const client = await strict.as('client1')
    expect((await client(auth.getUser)).body.must_set_up_factor).toBeUndefined()
    expect((await client(secondFactor.get)).body).toMatchObject({
      is_demanded: false,
      abilities: { totp: true, passkey: expect.stringContaining('PUBLIC_URL') },
    })
  })
})
