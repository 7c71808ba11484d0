import { afterAll, beforeAll, expect, test } from 'vitest'
import { auth, notices, tokens, type BodyInput } from '@vypusk/contract'
import { testApp, type Api, type TestApp } from '../../testing/app.ts'
import { makePeople } from '../../testing/making/make.ts'

const MOST = 5
const MOST_OF_PROGRAMS = 7
let product: TestApp
let manager: Api
let client: Api
beforeAll(async () => {
  product = await testApp({ RATE_PEOPLE: String(MOST), RATE_TOKENS: String(MOST_OF_PROGRAMS) })
  await makePeople(product.deps.db)
  manager = await product.as('manager')
  client = await product.as('client1')
})
afterAll(() => product.close())

const body: BodyInput<typeof auth.saveSettings> = { page: 'CompaniesChoice', pageSettings: [] }
const save = (api: Api) => api(auth.saveSettings, { body })

test('writes of one person are limited independently of others; other calls and reads are not affected', async () => {
  const wrong = { body: { page: '', pageSettings: [] } }
  expect((await manager(auth.saveSettings, wrong)).status).toBe(422)
  const answers = await Promise.all(Array.from({ length: MOST + 3 }, () => save(manager)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    ...Array(MOST).fill(200),
    429,
    429,
    429,
  ])
  const { refusal, headers } = await save(manager)
  expect(refusal.message).toBe('Слишком много таких действий подряд. Повторите через 10 мин')
  expect(Number(headers['retry-after'])).toBeGreaterThan(590)
  expect((await save(client)).status).toBe(200)
  const read = await Promise.all(Array.from({ length: MOST + 1 }, () => manager(auth.getSettings)))
  expect(new Set(read.map(({ status }) => status))).toEqual(new Set([200]))
  expect((await manager(notices.read, { body: { ids: [1], read: true } })).status).toBe(200)
})

test('programs are counted separately, all tokens of a person together', async () => {
  const own = await product.as('admin')
  const tokenOf = async (name: string) =>
    product.withToken((await own(tokens.create, { body: { name, scope: 'write', days: 30 } })).body.access_token)
  const [first, second] = [await tokenOf('CI'), await tokenOf('Обмен')]
  for (let call = 1; call < MOST_OF_PROGRAMS; call += 1) expect((await save(first)).status).toBe(200)
  expect([(await save(second)).status, (await save(second)).status, (await save(first)).status]).toEqual([
    200, 429, 429,
  ])
  expect((await save(own)).status).toBe(200)
})

test('expired counts are deleted, and those of a clock that was ahead', async () => {
  const { db } = product.deps
  await db.insertInto('rates').values({ key: 'person:9 x', points: 7, expire: 1 }).execute()
  const ahead = Date.now() + 365 * 24 * 3_600_000
  await db.insertInto('rates').values({ key: 'person:8 x', points: 7, expire: ahead }).execute()
  await product.deps.rates.sweep()
  const left = await db.selectFrom('rates').select('expire').execute()
  expect(left.length > 0 && left.every(({ expire }) => Number(expire) > 1 && Number(expire) < ahead)).toBe(true)
})
