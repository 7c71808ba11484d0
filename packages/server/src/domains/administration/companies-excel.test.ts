import { readSheet } from 'read-excel-file/node'
import { afterAll, expect, test } from 'vitest'
import { adminCompanies, type QueryInput } from '@vypusk/contract'
import { testApp } from '../../testing/app.ts'
import { makeCompany, makeModule, makePeople, makePerson } from '../../testing/making/make.ts'

/** The list of companies as a workbook: what the screen shows, all of it. */

const product = await testApp()
afterAll(() => product.close())
const { db } = product.deps
const { company1, module } = await makePeople(db)
const admin = await product.as('admin')

const created_at = '2026-03-02T12:00:00.000Z'
const yolka = await makeCompany(db, { namecomp: 'АО &quot;Ёлка&quot;', created_at })
await makeModule(db, [yolka])
await makeModule(db, [yolka, company1])
await makePerson(db, 'of.yolka', { idcomp: yolka })
await makePerson(db, 'left.yolka', { idcomp: yolka, is_blocked: true })
const hidden = await makeCompany(db, { namecomp: '=Ушедшая', deleted_at: created_at })

type Query = QueryInput<typeof adminCompanies.list>
async function excel(query: Query = {}) {
  const { status, headers, raw } = await admin(adminCompanies.list, { query: { ...query, isExcel: true } })
  expect(status).toBe(200)
  const [head = [], ...rows] = await readSheet(raw)
  const all = rows.map((row) => Object.fromEntries(row.map((value, n) => [String(head[n]), value])))
  return { rows: all, name: decodeURIComponent(String(headers['content-disposition'])) }
}

test('has the columns of the screen with typed values', async () => {
  const { rows, name } = await excel({ search_string: '"елка"' })
  expect(name).toBe("attachment; filename*=UTF-8''companies.xlsx")
  expect(rows).toEqual([
    {
      '№': yolka,
      Компания: 'АО "Ёлка"',
      Модулей: 2,
      Людей: 1,
      Состояние: 'Действует',
      Создана: new Date(created_at),
    },
  ])
  const found = (await excel({ state_ids: '2' })).rows
  expect(found).toMatchObject([{ '№': hidden, Компания: '=Ушедшая', Состояние: 'Скрыта' }])
})

test.each<Query>([
  {},
  { isDesc: true },
  { order_by: 'people_count', isDesc: true },
  { order_by: 'modules_count' },
  { order_by: 'created_at', isDesc: true },
  { module_ids: String(module), state_ids: '1' },
  { search_string: 'такого нет' },
])('%j holds every company that the list has, in its order', async (query) => {
  const { body } = await admin(adminCompanies.list, { query })
  const { rows } = await excel({ ...query, page: 2, per_page: 1 })
  expect(rows.map((row) => row['№'])).toEqual(body.data.map(({ idcomp }) => idcomp))
})
