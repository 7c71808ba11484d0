import { afterAll, beforeAll, expect, test } from 'vitest'
import { requests, type BodyInput } from '@vypusk/contract'
import { readSheet } from 'read-excel-file/node'
import { present } from '../../testing/present.ts'
import { testApp, type Api, type TestApp } from '../../testing/app.ts'
import { makePeople, makeRelease, makeRequest } from '../../testing/making/make.ts'

let product: TestApp
let manager: Api
let client1: Api
const COUNT = 2300

beforeAll(async () => {
  product = await testApp({ PUBLIC_URL: 'https://vypusk.example.ru' })
  const { db } = product.deps
  const people = await makePeople(db)
  const release_id = await makeRelease(db, { author_id: people.manager }, { companies: [people.company1] })
  const { company1: idcomp, client1: author_id, module: idmod } = people
  const common = { author_id, idcomp, idmod, status_id: 1, type_id: 1, created_at: '2026-03-01T09:00:00.000Z' }
  await db
    .insertInto('requests')
    .values(
      Array.from({ length: COUNT - 2 }, (_, n) => ({
        ...common,
        e_title: `Заявка ${n}`,
        updated_at: common.created_at,
      })),
    )
    .execute()
  const backlog = { inBacklog: true, planned_time: 450, backlog_priority: 5, backlog_title: 'План', release_id }
  await makeRequest(db, { ...common, e_title: '=1+1', ...backlog, created_at: '2026-03-02T09:00:00.000Z' })
  const alien = { idcomp: people.company2, author_id: people.client2 }
  await makeRequest(db, { ...common, ...alien, e_title: 'Чужая', created_at: '2026-03-02T09:00:00.000Z' })
  manager = await product.as('manager')
  client1 = await product.as('client1')
})
afterAll(() => product.close())

const excel = async (
  api: Api,
  endpoint: typeof requests.tickets,
  body: BodyInput<typeof requests.backlogSummary> = {},
) => {
  const { status, headers, raw } = await api(endpoint, { body: { ...body, isExcel: true } })
  expect(status).toBe(200)
  const [head = [], ...rows] = await readSheet(raw)
  return { head, rows, name: decodeURIComponent(String(headers['content-disposition'])), headers, raw }
}

test('contains the whole filtered set regardless of the page, with typed values and links back', async () => {
  const { head, rows, headers, raw } = await excel(manager, requests.backlogSummary, { page: 2, per_page: 50 })
  expect(rows).toHaveLength(COUNT)
  expect(Number(headers['x-expected-length'])).toBe(raw.length)
  const row = Object.fromEntries(present(rows[1]).map((value, n) => [String(head[n]), value]))
  expect(row).toMatchObject({
    Заявка: '=1+1',
    Релиз: expect.stringMatching(/^Релиз/),
    'План релиза': new Date('2026-03-31T00:00:00Z'),
    Создана: expect.any(Date),
    Приоритет: 5,
    'Внесена в бэклог': 'да',
    'Название в бэклоге': 'План',
  })
  expect(row['№']).toBe(COUNT - 1)
  // Of several parts, each in the order asked for.
  expect(rows.map(([id]) => id)).toEqual(Array.from({ length: COUNT }, (_, n) => COUNT - n))
})

test('follows the order and the filters of the query', async () => {
  const { rows } = await excel(manager, requests.backlogSummary, { date_from: '2026-03-02', order_by: 'id' })
  expect(rows.map(([, title]) => title)).toEqual(['=1+1', 'Чужая'])
})

test('a client gets its own requests and nothing of the backlog', async () => {
  const { head, rows } = await excel(client1, requests.tickets, { date_from: '2026-03-02' })
  expect(rows.map(([, title]) => title)).toEqual(['=1+1'])
  expect(head).not.toContain('Часы')
  expect(rows.flat()).not.toContain('План')
})

test.each<[BodyInput<typeof requests.backlogSummary>, string]>([
  [{}, 'backlog_requests.xlsx'],
  [{ date_from: '2026-03-01' }, 'backlog_requests_01.03.2026.xlsx'],
  [{ date_from: '2026-03-01', date_to: '2026-03-05' }, 'backlog_requests_01.03.2026_05.03.2026.xlsx'],
])('%j is saved as %s', async (body, expected) => {
  expect((await excel(manager, requests.backlogSummary, body)).name).toBe(`attachment; filename*=UTF-8''${expected}`)
})

test('the client’s file has a name of its own', async () => {
  const { name } = await excel(client1, requests.tickets, { date_to: '2026-03-05' })
  expect(name).toContain("''requests_05.03.2026.xlsx")
})

test('the backlog’s file is not available to clients', async () => {
  expect((await client1(requests.backlogSummary, { body: { isExcel: true } })).status).toBe(403)
})
