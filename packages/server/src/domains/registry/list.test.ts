import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSheet } from 'read-excel-file/node'
import { registry, type BodyInput } from '@vypusk/contract'
import { testApp, type Api, type TestApp } from '../../testing/app.ts'
import { makeEntry, makePeople, makePerson } from '../../testing/making/make.ts'

let product: TestApp
let people: Awaited<ReturnType<typeof makePeople>>
let manager: Api
let client1: Api
const ids: number[] = []

beforeAll(async () => {
  product = await testApp()
  const { db } = product.deps
  people = await makePeople(db)
  manager = await product.as('manager')
  client1 = await product.as('client1')
  const common = { author_id: people.manager, idcomp: people.company1 }
  const rows = [
    { ...common, title: 'Учёт ёлок', number: 'Р-2026-0001', priority: 1, step_id: 1, due_date: '2026-03-10' },
    { ...common, title: 'Акт сверки', number: 'Р-2026-0002', step_id: 2, boss_id: people.manager, planned_time: 90 },
    { ...common, title: 'Баланс', description: 'по филиалам', number: 'Р-2026-9999', step_id: 2, priority: 4 },
    { ...common, idcomp: people.company2, title: 'Чужая', number: 'Р-2026-10000', created_at: '2026-03-05T09:00:00Z' },
  ]
  for (const row of rows) ids.push(await makeEntry(db, row))
})
afterAll(() => product.close())

const page = async (body: BodyInput<typeof registry.getEntries>, api = manager) =>
  (await api(registry.getEntries, { body })).body
/** Which of the four entries, by their order of creation. */
const turns = async (body: BodyInput<typeof registry.getEntries>, api = manager) =>
  (await page(body, api)).data.map(({ id }) => ids.indexOf(id) + 1)

describe('filters', () => {
  test.each([
    [{}, [4, 3, 2, 1]],
    [{ search_string: 'УЧЕТ ЕЛОК' }, [1]],
    [{ search_string: 'филиал' }, [3]],
    [{ search_string: '2026-0002' }, [2]],
    [{ search_string: '%' }, []],
    [{ step_ids: [2] }, [3, 2]],
    [{ priorities: [0] }, [4, 2]],
    [{ priorities: [1, 4] }, [3, 1]],
    [{ boss_ids: [0] }, [4, 3, 1]],
    [{ date_from: '2026-03-05', date_to: '2026-03-05' }, [4]],
    [{ date_to: '2026-03-04' }, [3, 2, 1]],
  ])('%o', async (query, expected) => expect(await turns(query)).toEqual(expected))

  test('companies, and a client only ever sees its own', async () => {
    expect(await turns({ company_ids: [people.company2] })).toEqual([4])
    expect(await turns({}, client1)).toEqual([3, 2, 1])
    expect(await turns({ search_string: 'Чужая' }, client1)).toEqual([])
  })
})

test.each([
  [{ order_by: 'title' }, [2, 3, 1, 4]],
  [{ order_by: 'number', isDesc: true }, [4, 3, 2, 1]],
  [{ order_by: 'step' }, [1, 4, 2, 3]],
  [{ order_by: 'priority', isDesc: true }, [3, 1, 4, 2]],
  [{ order_by: 'due_date' }, [1, 2, 3, 4]],
  [{ order_by: 'planned_time' }, [2, 1, 3, 4]],
] as const)('order %o', async (query, expected) => expect(await turns(query)).toEqual(expected))

test('an unknown order is refused', async () => {
  const { status } = await manager(registry.getEntries, { body: { order_by: 'secret' as 'id' } })
  expect(status).toBe(422)
})

test('counts of every step ignore the filter by step, the total does not', async () => {
  const { total, counts, data, from, to } = await page({ step_ids: [2], per_page: 1, page: 2 })
  expect([total, counts.total, data.length, from, to]).toEqual([2, 2, 1, 2, 2])
  expect(counts.by_step.map(({ name, count }) => [name, count])).toEqual([
    ['Новая', 2],
    ['На рассмотрении', 2],
    ['Согласована', 0],
    ['В работе', 0],
    ['Выполнена', 0],
    ['Отклонена', 0],
  ])
})

test('the page returns what may be changed at each phase', async () => {
  const { abilities } = await page({}, client1)
  expect([abilities.first_step.title, abilities.first_step.step, abilities.later.title]).toEqual([
    true,
    'Это поле меняют только сотрудники поставщика',
    'Запись уже рассматривают: её меняют только сотрудники поставщика. Напишите им в комментарии',
  ])
  expect((await page({})).abilities.later.title).toBe(true)
})

test('filters offer existing values, to a client those of its own company', async () => {
  const own = (await client1(registry.getFilters)).body
  expect(own.companies.map(({ idcomp }) => idcomp)).toEqual([people.company1])
  expect(own.bosses).toEqual([
    { id: 0, name: 'Не назначен' },
    { id: people.manager, name: 'Имя manager' },
  ])
  expect((await manager(registry.getFilters)).body.companies).toHaveLength(2)
  expect((await client1(registry.postFilters)).body).toEqual(own)
})

test('steps, bosses and responsibles', async () => {
  const gone = await makePerson(product.deps.db, 'gone', { idcomp: people.company1, is_blocked: true })
  expect((await client1(registry.steps)).body.steps[0]).toEqual({ id: 1, name: 'Новая' })
  expect((await client1(registry.bosses)).body.bosses.map(({ id }) => id)).toEqual([people.admin, people.manager])
  const own = (await client1(registry.responsibles)).body.responsibles
  expect(own).toEqual([{ id: people.client1, name: 'Имя client1', idcomp: people.company1 }])
  const all = new Set((await manager(registry.responsibles)).body.responsibles.map(({ id }) => id))
  expect([all.has(people.client2), all.has(gone)]).toEqual([true, false])
  expect((await manager(registry.companyResponsibles, { params: { id: 999_999 } })).status).toBe(404)
})

test('columns and companies are saved for the person', async () => {
  const usual = (await manager(registry.selfColumns)).body
  expect(usual.columns.map(({ key }) => key)).toContain('planned_time')
  const columns = usual.columns.map((column) => ({ ...column, visible: column.key === 'boss', width: 111 }))
  const kept = await manager(registry.updateSelfColumns, { body: { columns, density: 'compact' } })
  expect(kept.body.message).toBe('Success')
  const again = (await manager(registry.selfColumns)).body
  expect([again.density, again.columns.filter(({ visible }) => visible).map(({ key }) => key)]).toEqual([
    'compact',
    ['number', 'title', 'boss'],
  ])
  expect((await client1(registry.selfColumns)).body.density).toBe('normal')
  expect((await manager(registry.selfFilters)).body).toEqual({ company_ids: [] })
  await manager(registry.updateSelfFilters, { body: { company_ids: [people.company2] } })
  expect((await manager(registry.selfFilters)).body).toEqual({ company_ids: [people.company2] })
})

test('a workbook has every matching row in the person’s columns', async () => {
  const columns = (await client1(registry.selfColumns)).body.columns
    .map((column) => ({ ...column, pinned: false, visible: ['title', 'number', 'due_date'].includes(column.key) }))
    .map((column) => ({ ...column, order: column.key === 'due_date' ? 0 : column.order + 1 }))
  await client1(registry.updateSelfColumns, { body: { columns } })
  const answer = await client1(registry.getEntries, {
    body: { isExcel: true, per_page: 1, date_from: '2026-03-01', order_by: 'number' },
  })
  expect(decodeURIComponent(String(answer.headers['content-disposition']))).toContain('registry_01.03.2026.xlsx')
  const [head, first, ...rest] = await readSheet(answer.raw)
  expect([head, rest.length]).toEqual([['Срок', 'Номер', 'Название'], 2])
  expect(first?.slice(1)).toEqual(['Р-2026-0001', 'Учёт ёлок'])
})
