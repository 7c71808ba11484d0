import { sql } from 'kysely'
import { readSheet } from 'read-excel-file/node'
import { afterAll, expect, test } from 'vitest'
import { releases, type BodyInput } from '@vypusk/contract'
import { makeAgreement } from '../../testing/making/make.ts'
import { present } from '../../testing/present.ts'
import { releasesWorld } from '../../testing/releases.ts'
import type { Api } from '../../testing/app.ts'

const { product, people, staff, client, both, newRelease, newRequest } = await releasesWorld()
afterAll(() => product.close())

async function excel(api: Api, body: BodyInput<typeof releases.summary> = {}) {
  const { status, headers, raw } = await api(releases.summary, { body: { ...body, isExcel: true } })
  expect(status).toBe(200)
  const [head = [], ...rows] = await readSheet(raw)
  const all = rows.map((row) => Object.fromEntries(row.map((value, n) => [String(head[n]), value])))
  return { head, rows: all, name: decodeURIComponent(String(headers['content-disposition'])) }
}

test('contains every matching release in order regardless of the page, with typed values', async () => {
  const search_string = 'выгрузка'
  const hours = { planned_time: 600, short_description: 'Раз<br>два' }
  const late = await newRelease({ title: 'Выгрузка 2', plan_date: '2026-05-31', ...hours })
  const early = await newRelease({ title: 'Выгрузка 1', plan_date: '2026-04-30', is_visible_for_client: false })
  const request = await newRequest({ planned_time: 90, inBacklog: true })
  await staff(releases.addRequests, { params: { id: late }, body: { requests: [request] } })
  await staff(releases.notPublishing, { body: { release_id: late, company_id: people.company2 } })
  const { rows } = await excel(staff, { search_string, order_by: 'plan_date', page: 2, per_page: 1 })
  expect(rows.map((row) => row['№'])).toEqual([early, late])
  expect(present(rows[1])).toMatchObject({
    Релиз: 'Выгрузка 2',
    Этап: 'Планирование',
    План: new Date('2026-05-31T00:00:00Z'),
    Заявки: 1,
    'Плановые часы': expect.anything(),
    Компании: expect.stringMatching(/: Требуется\n.*: Не публикуется$/),
    'Виден клиентам': 'да',
    Кратко: 'Раз\nдва',
  })
  expect(present(rows[0])['Виден клиентам']).toBe('нет')
})

test('a date that was withdrawn and a release that was closed without publication are said to be that', async () => {
  const title = 'Выгрузка снятых'
  const withdrawn = await newRelease({ title })
  const at = '2026-03-05T09:00:00.000Z'
  const pair = { company_id: people.company1, author_id: people.manager, releaseDate: '2026-03-20' }
  await makeAgreement(product.deps.db, { ...pair, release_id: withdrawn, withdrawn_at: at })
  const closed = await newRelease({ title })
  await staff(releases.changeStep, { params: { id: closed }, body: { step_id: 6 } })
  const { rows } = await excel(staff, { search_string: title, order_by: 'id' })
  expect(rows.map((row) => [row['Этап'], row['Компании']])).toEqual([
    ['Планирование', expect.stringContaining(': Дата снята')],
    ['Закрыт без публикации', expect.stringContaining(': Релиз закрыт')],
  ])
  const { body } = await staff(releases.get, { params: { id: withdrawn } })
  expect(body.agreements[0]).toMatchObject({ date_withdrawn: true })
  const own = await excel(client, { search_string: title, order_by: 'id' })
  expect(own.rows.map((row) => row['Согласование'])).toEqual(['Дата снята', 'Релиз закрыт'])
})

test('staff see the companies whose agreed scope has changed, read by one statement', async () => {
  const { db } = product.deps
  const request = { idmod: people.module, author_id: people.client1, idcomp: people.company1 }
  const release_id = await newRelease({ title: 'Смена состава' }, { ...both(), modules: [people.module] })
  await newRelease({ title: 'Смена состава' })
  const pair = { release_id, company_id: people.company1, by_rivc: true, by_client: true, author_id: people.manager }
  const at = '2026-03-05T09:00:00.000Z'
  const agreement = { ...pair, releaseDate: '2026-03-20', sent_at: at, created_at: at, updated_at: at }
  const { id } = await db.insertInto('agreements').values(agreement).returning('id').executeTakeFirstOrThrow()
  await sql`update agreements set agreed_sha = keep_scope(release_id, company_id) where id = ${id}`.execute(db)
  const changed = async () => {
    const { rows } = await excel(staff, { search_string: 'смена состава', order_by: 'id' })
    return rows.map((row) => row['Состав изменился'] ?? null)
  }
  expect(await changed()).toEqual([null, null])
  await newRequest({ ...request, release_id, e_title: 'Вошла после согласия' })
  expect(await changed()).toEqual([expect.stringContaining('Компания'), null])
})

test('a client gets its own part and nothing internal to the provider', async () => {
  await newRelease({ title: 'Наш релиз' })
  await newRelease({ title: 'Наш релиз' }, { ...both(), companies: [people.company2] })
  const { head, rows } = await excel(client, { search_string: 'наш релиз' })
  expect(rows).toHaveLength(1)
  expect(present(rows[0])['Согласование']).toBe('Готовит поставщик')
  for (const title of [
    'Плановые часы',
    'Часы заявок',
    'Компании',
    'Состав изменился',
    'Люди',
    'Автор',
    'Виден клиентам',
  ])
    expect(head).not.toContain(title)
})

test('a date that passed without an answer and a closed release are named so for both sides', async () => {
  const asked = { by_rivc: true, releaseDate: '2026-03-05', sent_at: '2026-03-02T09:00:00.000Z' }
  const pair = { company_id: people.company1, author_id: people.manager, ...asked }
  const title = 'Чья дата прошла'
  const open = await newRelease({ title }, { ...both(), companies: [people.company1] })
  const closed = await newRelease({ title, step_id: 6 }, { ...both(), companies: [people.company1] })
  for (const release_id of [open, closed]) await makeAgreement(product.deps.db, { ...pair, release_id })
  const query = { search_string: title, order_by: 'id', isDesc: false } as const
  const own = (await excel(client, query)).rows.map((row) => row['Согласование'])
  expect(own).toEqual(['Дата прошла', 'Релиз закрыт'])
  const listed = (await excel(staff, query)).rows.map((row) => row['Компании'])
  expect(listed).toEqual([expect.stringMatching(/: Дата прошла$/), expect.stringMatching(/: Релиз закрыт$/)])
})

test('without results the workbook has only a heading', async () => {
  const { head, rows } = await excel(staff, { search_string: 'такого нет' })
  expect([head[0], rows]).toEqual(['№', []])
})

test.each([
  [{}, 'releases.xlsx'],
  [{ date_from: '2026-03-01', date_to: '2026-03-05' }, 'releases_01.03.2026_05.03.2026.xlsx'],
])('%j is saved as %s', async (body, expected) => {
  expect((await excel(staff, body)).name).toBe(`attachment; filename*=UTF-8''${expected}`)
})
