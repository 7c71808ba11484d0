import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auth, notices, registry } from '@vypusk/contract'
import { makePeople } from '../../testing/making/make.ts'
import { PASSWORD } from '../../testing/password.ts'
import { testApp, type Api, type TestApp } from '../../testing/app.ts'

let product: TestApp
beforeAll(async () => {
  product = await testApp()
  await makePeople(product.deps.db)
})
afterAll(() => product.close())

const signedIn = async (login: string): Promise<Api> => {
  const { body } = await product.anonymous(auth.login, { body: { login, password: PASSWORD } })
  return product.withToken(body.access_token)
}

const READS = [
  auth.getUser,
  auth.getEntrance,
  auth.getSettings,
  registry.checkEntryAccess,
  registry.checkCreateAccess,
  notices.count,
] as const

test.each(['manager', 'client2'])('%s gets what each call by itself would answer, refusals too', async (login) => {
  const api = await signedIn(login)
  const alone = await Promise.all(READS.map((read) => api(read)))
  const { status, body } = await api(auth.getFirstReads)
  expect(status).toBe(200)
  expect(body.replies).toEqual(READS.map(({ path }, n) => ({ path, status: alone[n]?.status, body: alone[n]?.body })))
})

test('a client without the registry is refused in its parts only', async () => {
  const { replies } = (await (await signedIn('client2'))(auth.getFirstReads)).body
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 403, 403, 200])
})

test('nobody gets it without a session', async () => {
  expect((await product.anonymous(auth.getFirstReads)).status).toBe(401)
})

test('a part that takes too long does not hold up the others', async () => {
  const api = await signedIn('manager')
  const { promise: isDone, resolve: end } = Promise.withResolvers<void>()
  const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>()
  const holder = product.deps.db.transaction().execute(async (tx) => {
    await sql`lock table notices in access exclusive mode`.execute(tx)
    locked()
    await isDone
  })
  await isLocked
  const { replies } = (await api(auth.getFirstReads)).body
  expect(replies.map(({ path }) => path)).toEqual(auth.FIRST_READS.filter((path) => path !== notices.count.path))
  end()
  await holder
})
