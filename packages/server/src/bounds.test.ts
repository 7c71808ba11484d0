import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { agreements, auth, calendar, endpoints, planning, releases, type AnyEndpoint } from '@vypusk/contract'
import { UNSTORABLE } from './platform/http/unstorable.ts'
import { makePeople, makeRelease } from './testing/making/make.ts'
import { testApp, type Api, type TestApp } from './testing/app.ts'

/** Input that once brought the server down is refused where it arrives (docs/architecture.md, "Limits"). */

let product: TestApp
let manager: Api
let admin: Api
let release_id = 0
beforeAll(async () => {
  product = await testApp()
  const people = await makePeople(product.deps.db)
  release_id = await makeRelease(product.deps.db, { author_id: people.manager })
  manager = await product.as('manager')
  admin = await product.as('admin')
})
afterAll(() => product.close())

const KIB = 1024
const send = (url: string, payload: string, headers: Record<string, string> = {}) =>
  product.app.inject({
    method: 'POST',
    url: `/api${url}`,
    payload,
    headers: { 'content-type': 'application/json', ...headers },
  })

test('sign-in reads at most 32 kB, and nothing deeply nested', async () => {
  expect((await send(auth.login.path, '['.repeat(8 * KIB * KIB))).statusCode).toBe(413)
  const deep = await send(auth.login.path, '['.repeat(10 * KIB))
  expect([deep.statusCode, deep.json().message]).toEqual([400, expect.stringContaining('слишком глубоко')])
})

test('no body is read from strangers', async () => {
  const reply = await send('/releases/0', '['.repeat(8 * KIB * KIB + 1))
  expect(reply.statusCode).toBe(401)
})

test('an invalid day, or one outside the calendar, is not found in a path', async () => {
  for (const day of ['9999-12-31', '0206-01-01', '1999-12-31', '2101-01-01', '2026-02-30']) {
    const reply = await manager(calendar.checkDay, { params: { release_id, day }, query: { companies: '' } })
    expect([day, reply.status]).toEqual([day, 404])
  }
  const reply = await manager(calendar.checkDay, {
    params: { release_id, day: '2100-12-31' },
    query: { companies: '' },
  })
  expect(reply.status).toBe(200)
})

const BEYOND = 'Дата – от 01.01.2000 до 31.12.2100'
const DATES = { start_date: '2026-03-02', plan_date: '2026-03-02' }
const saved = (dates: object) => ({ params: { id: 0 }, body: { title: 'Касса 8', ...dates } as never })

test.each([
  [planning.preview, { body: { from: '9999-12-31', weeks: 104 } }, 'from', BEYOND],
  [planning.preview, { body: { from: '2026-01-01', weeks: 105 } }, 'weeks', 'Не больше 104'],
  [
    planning.save,
    { body: { changes: [{ release_id: 1, start_date: '2100-12-31', plan_date: '2101-01-01', version: 1 }] } },
    'changes.0.plan_date',
    BEYOND,
  ],
  [releases.save, saved({ start_date: '0206-03-02', plan_date: '2026-03-02' }), 'start_date', BEYOND],
  [releases.save, saved({ start_date: '2001-01-01', plan_date: '2026-03-02' }), 'plan_date', releases.RELEASE_SPAN],
  [
    planning.addFreeze,
    { body: { date_from: '2026-01-01', date_to: '2038-01-01', reason: 'Отпуск' } },
    'date_to',
    'Не больше 366 дней подряд',
  ],
  [agreements.list, { query: { date_from: '1026-03-02' } }, 'date_from', BEYOND],
  [calendar.show, { query: { date_from: '2026-01-01', date_to: '2026-12-31' } }, 'date_to', 'Не больше 100 дней сразу'],
  [
    releases.save,
    saved({ title: 'Касса\r\nBcc: x@y.ru' }),
    'title',
    'Одной строкой: без переносов, табуляции и других управляющих знаков',
  ],
  [releases.save, saved({ ...DATES, comment: 'а\u0000б' }), 'comment', UNSTORABLE],
  [releases.save, saved({ ...DATES, short_description: 'Касса \ud83d' }), 'short_description', UNSTORABLE],
  [agreements.list, { query: { search_string: 'а\u0000б' } }, 'search_string', UNSTORABLE],
  [auth.saveSettings, { body: { page: 'X', pageSettings: { a: ['\u0000'] } } }, 'pageSettings.a.0', UNSTORABLE],
])('%#: input beyond the limit is refused at its field', async (endpoint, input, field, sentence) => {
  const reply = await manager(endpoint, input as never)
  expect(reply.status).toBe(422)
  expect(reply.refusal.errors?.[field]).toContain(sentence)
})

const isPaged = (schema: z.ZodType | undefined) =>
  schema instanceof z.ZodObject && 'page' in schema.shape && 'per_page' in schema.shape
const lists = Object.entries<AnyEndpoint>(endpoints).filter(
  ([, { params, query, body }]) => !params && (isPaged(query) || isPaged(body)),
)

test.each(lists)('%s: a page past the end is empty, however large, and has the true total', async (_name, list) => {
  const page = async (asked: object) => {
    const reply = await admin(list, (isPaged(list.query) ? { query: asked } : { body: asked }) as never)
    return { status: reply.status, ...(reply.body as { total: number; data: unknown[] }) }
  }
  const { total } = await page({})
  for (const far of [1_000_000_000, Number.MAX_SAFE_INTEGER, '9'.repeat(300)]) {
    expect(await page({ page: far })).toMatchObject({ status: 200, total, from: null, to: null, data: [] })
  }
})
