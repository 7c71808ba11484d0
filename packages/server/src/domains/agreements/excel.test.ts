import { readSheet } from 'read-excel-file/node'
import { beforeAll, expect, test } from 'vitest'
import { agreements, companyCalendars, offers, threads, type QueryInput } from '@vypusk/contract'
import { agreementWorld, newAgreement, newRelease, update } from '../../testing/agreements.ts'
import type { Api } from '../../testing/app.ts'
import { makePublication } from '../../testing/making/make-publication.ts'
import { makeCompany, makeRelease } from '../../testing/making/make.ts'
import { present } from '../../testing/present.ts'

/** The lists of agreements as workbooks: what the screen of each side shows, all of it. */

const world = agreementWorld()
type Query = QueryInput<typeof agreements.list>

async function excel(api: Api, query: Query = {}) {
  const { status, headers, raw } = await api(agreements.list, { query: { ...query, isExcel: true } })
  expect(status).toBe(200)
  const [head = [], ...rows] = await readSheet(raw)
  const all = rows.map((row) => Object.fromEntries(row.map((value, n) => [String(head[n]), value])))
  return { head, rows: all, name: decodeURIComponent(String(headers['content-disposition'])) }
}

const DAY = new Date('2026-03-20T00:00:00Z')
const FORMULA = '=HYPERLINK("http://example.ru")'
let ids: { sent: number; draft: number; theirs: number }

/** Two releases: one with both companies, the other with the first only; the first company lives by its own clock. */
beforeAll(async () => {
  const { manager, client1, people } = world
  const hours = { zone: 'Asia/Vladivostok', working: companyCalendars.USUAL_WEEK, installing: null }
  await manager(companyCalendars.save, { params: { id: people.company1 }, body: hours })
  const first = await newRelease(world, { title: 'Выгрузка 1', plan_date: '2026-04-30' })
  const second = await newRelease(world, { title: 'Выгрузка 2', plan_date: '2026-05-31' })
  const extra = { recipientsExtra: ['it@example.ru'], isPublishedOnTestEnv: true }
  const sent = await newAgreement(world, { ...extra, remark: FORMULA }, first)
  await update(manager, sent, { updateTarget: 5 })
  const body = { html: '<p>Пришлите инструкцию</p>', blocks: false }
  await client1(threads.raise, { params: { entity: 'agreement', id: sent }, body })
  const other = { company_id: people.company2, releaseDate: null, releaseTime: null, recipients: [] }
  ids = { sent, draft: await newAgreement(world, {}, second), theirs: await newAgreement(world, other, first) }
})

test('staff get every matching agreement in the order of the list regardless of the page, with typed values', async () => {
  const { head, rows } = await excel(world.manager, { order_by: 'id', page: 2, per_page: 1 })
  expect(rows.map((row) => row['№'])).toEqual([ids.sent, ids.draft, ids.theirs])
  expect(rows[0]).toMatchObject({
    Релиз: 'Выгрузка 1',
    Статус: 'Отправлено клиенту',
    Ожидание: 'ждём ответа',
    'Ждём, рабочих дней': 0,
    'Дата установки': DAY,
    Время: '22:00 UTC · 08:00 суббота, Владивосток',
    'На тесте': 'да',
    'Замечаний держат': 1,
    'Замечаний не держат': 1,
    Замечание: FORMULA,
    Изменено: expect.any(Date),
  })
  expect(rows[2]).toMatchObject({ Статус: 'Требуется', Ожидание: null, 'Дата установки': null, Время: null })
  expect(head).not.toContain('it@example.ru')
})

test('an offer that waits for an answer is named', async () => {
  const offer = { releaseDate: '2026-03-24', releaseTime: null, reason: '' }
  const { body } = await world.client1(offers.propose, { params: { id: ids.sent }, body: offer })
  const { rows } = await excel(world.manager, { search_string: 'выгрузка 1', order_by: 'id' })
  expect(rows[0]).toMatchObject({ Ожидание: 'предложена дата 24.03.2026', 'Ждём, рабочих дней': null })
  const params = { id: ids.sent, offer_id: present(body.agreement.offer).id }
  await world.client1(offers.answer, { params, body: { answer: 'withdraw' } })
})

test.each<[Query, (keyof typeof ids)[]]>([
  [{ shown_statuses: '0' }, ['theirs', 'draft']],
  [{ shown_statuses: '1', search_string: 'выгрузка' }, ['sent']],
  [{ search_string: 'инструкцию' }, []],
  [{ date_from: '2026-03-20', order_by: 'id' }, ['sent', 'draft']],
  [{ group_by: 'release', order_by: 'company' }, ['draft', 'sent', 'theirs']],
  [{ group_by: 'release', order_by: 'company', shown_statuses: '0' }, ['draft', 'theirs']],
])('%j holds %j, as the list does', async (query, expected) => {
  const { rows } = await excel(world.manager, query)
  expect(rows.map((row) => row['№'])).toEqual(expected.map((name) => ids[name]))
  const { body } = await world.manager(agreements.list, { query })
  expect(body.data.map(({ id }) => id)).toEqual(expected.map((name) => ids[name]))
})

test('a client gets its own agreements in the columns of its list and in the words for its side', async () => {
  const { head, rows } = await excel(world.client1, { order_by: 'id' })
  expect(head).toEqual([
    '№',
    'Релиз',
    'Дата установки',
    'Время',
    'Статус',
    'Состав',
    'Замечаний держат',
    'Замечаний не держат',
  ])
  expect(rows.map((row) => [row['№'], row['Статус']])).toEqual([
    [ids.sent, 'Ждёт вашего ответа'],
    [ids.draft, 'Готовит поставщик'],
  ])
  expect((await excel(world.client2)).rows.map((row) => row['№'])).toEqual([ids.theirs])
})

test('the matrix has a row for each release and a column for each company, with the state and the date in its cells', async () => {
  const query = { date_from: '2026-03-01', isExcel: true }
  const { raw, headers } = await world.manager(agreements.matrix, { query })
  expect(headers['content-disposition']).toContain('agreement_matrix_01.03.2026.xlsx')
  const [head = [], ...rows] = await readSheet(raw)
  expect(head.slice(0, 5)).toEqual(['№', 'Релиз', 'План', 'Согласовали', 'Ждём всего'])
  expect(head.slice(5)).toEqual([expect.stringContaining('Компания'), expect.stringContaining('Компания')])
  expect(rows.map(([, ...row]) => row)).toEqual([
    ['Выгрузка 1', new Date('2026-04-30T00:00:00Z'), 0, 2, expect.any(String), 'Требуется'],
    ['Выгрузка 2', new Date('2026-05-31T00:00:00Z'), 0, 2, expect.any(String), 'Требуется'],
  ])
  expect(String(rows[0]?.[5]).split('\n')).toEqual([
    'Отправлено клиенту',
    '20.03.2026, пятница, 22:00 UTC · 08:00 суббота, Владивосток',
    'ждём ответа, рабочих дней: 0',
    'замечаний держат: 1',
    'замечаний не держат: 1',
  ])
  const { cells } = (await world.manager(agreements.matrix, { query: { date_from: '2026-03-01' } })).body
  expect(cells).toHaveLength(rows.length * 2)
})

test('the matrix as a workbook tells a hidden company and the one that has its name now apart', async () => {
  const { manager, people, product } = world
  const { db } = product.deps
  const deleted_at = '2026-01-01T00:00:00.000Z'
  const hidden = await makeCompany(db, { namecomp: 'ООО &quot;Верфь&quot;', deleted_at })
  const now = await makeCompany(db, { namecomp: 'ООО &quot;Верфь&quot;' })
  const release = await makeRelease(db, { author_id: people.manager }, { companies: [hidden, now] })
  await makePublication(db, { author_id: people.manager }, [{ release_id: release, customers: [hidden] }])
  const { raw } = await manager(agreements.matrix, { query: { release_ids: String(release), isExcel: true } })
  const [head = []] = await readSheet(raw)
  expect(head.slice(5)).toEqual([`ООО "Верфь" (№ ${hidden})`, `ООО "Верфь" (№ ${now})`])
  const alone = await makeRelease(db, { author_id: people.manager }, { companies: [hidden] })
  await makePublication(db, { author_id: people.manager }, [{ release_id: alone, customers: [hidden] }])
  const other = await manager(agreements.matrix, { query: { release_ids: String(alone), isExcel: true } })
  const [only = []] = await readSheet(other.raw)
  expect(only.slice(5)).toEqual([`ООО "Верфь" (№ ${hidden})`])
})

test('clients may not have the matrix as a workbook', async () => {
  expect((await world.client1(agreements.matrix, { query: { isExcel: true } })).status).toBe(403)
})

test('a list without results is a workbook with only a heading', async () => {
  const { head, rows } = await excel(world.manager, { search_string: 'такого нет' })
  expect([head[0], rows]).toEqual(['№', []])
})

test.each<[Query, string]>([
  [{}, 'agreements.xlsx'],
  [{ date_from: '2026-03-01', date_to: '2026-03-05' }, 'agreements_01.03.2026_05.03.2026.xlsx'],
])('%j is saved as %s', async (query, expected) => {
  expect((await excel(world.manager, query)).name).toBe(`attachment; filename*=UTF-8''${expected}`)
})
