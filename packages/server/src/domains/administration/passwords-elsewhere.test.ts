import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminPeople, auth } from '@vypusk/contract'
import { NOBODY } from '../../platform/person.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { testApp, type TestApp } from '../../testing/app.ts'
import { makePerson } from '../../testing/making/make.ts'
import { issuePasswordLink } from '../auth/port.ts'

/** A password of this system opens nothing here, except during the hour of an emergency. */

let product: TestApp
beforeAll(async () => {
  product = await testApp({ OIDC_ISSUER: 'http://127.0.0.1:9', OIDC_CLIENT_ID: 'vypusk', LOCAL_SIGN_IN: 'off' })
  await makePerson(product.deps.db, 'admin', { isAdmin: true, local_until: '2026-03-06T07:00:00.000Z' })
})
afterAll(() => product.close())

const ELSEWHERE = 'Человек входит через корпоративную учётную запись: пароль меняют там'

test('no letter offers to set one, and the screen shows why', async () => {
  const admin = await product.as('admin')
  const id = await makePerson(product.deps.db, 'orlova')
  const { abilities } = (await admin(adminPeople.get, { params: { id } })).body
  expect(abilities.password).toBe(ELSEWHERE)
  expect(await admin(adminPeople.sendPassword, { params: { id } })).toMatchObject({
    status: 422,
    refusal: { message: ELSEWHERE },
  })
  const rights = { isAdmin: false, can_enter_registry: false, can_create_registry: false }
  const fields = { login: 'nova', name: 'Нова', email: 'nova@example.ru', company: null, ...rights }
  const refused = await admin(adminPeople.create, { body: { ...fields, send_password: true } })
  expect(refused).toMatchObject({ status: 422, refusal: { errors: { send_password: [ELSEWHERE] } } })
  expect((await admin(adminPeople.create, { body: fields })).status).toBe(200)
})

test('the link of an earlier letter sets none', async () => {
  const { deps } = product
  const id = await makePerson(deps.db, 'petrov')
  const token = await inTransaction({ deps, person: NOBODY }, (tx) =>
    issuePasswordLink(tx, id, deps.clock.now().toISOString()),
  )
  expect((await product.anonymous(auth.passwordLink, { params: { token } })).status).toBe(404)
  const set = { params: { token }, body: { password: 'лучше несколько слов подряд' } }
  expect((await product.anonymous(auth.setPassword, set)).status).toBe(404)
})
