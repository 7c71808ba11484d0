import { readSheet } from 'read-excel-file/node'
import { afterAll, expect, test } from 'vitest'
import { adminPeople, type QueryInput } from '@vypusk/contract'
import { testApp } from '../../testing/app.ts'
import { makeCompany, makePeople, makePerson } from '../../testing/making/make.ts'

/** The list of people as a workbook: what the screen shows, all of it. */

const product = await testApp()
afterAll(() => product.close())
const { db } = product.deps
const { company1, company2 } = await makePeople(db)
const admin = await product.as('admin')

const company = await makeCompany(db, { namecomp: 'АО &quot;Ёлка&quot;' })
const created_at = '2026-03-02T12:00:00.000Z'
const yolkin = await makePerson(db, 'yolkin', {
  name: '=Ёлкин',
  idcomp: company,
  can_enter_registry: true,
  created_at,
})
await makePerson(db, 'yolkin.port', { person_id: yolkin, idcomp: company2, email: null, password_hash: null })
const fresh = await makePerson(db, 'fresh', { name: 'Новичок', email: null, password_hash: null })
const locked = await makePerson(db, 'locked', { idcomp: company1, is_blocked: true, can_edit_calendar: true })
await makePerson(db, 'gone', { name: 'Ёлкин Удалённый', deleted_at: created_at })

type Query = QueryInput<typeof adminPeople.list>
async function excel(query: Query = {}) {
  const { status, headers, raw } = await admin(adminPeople.list, { query: { ...query, isExcel: true } })
  expect(status).toBe(200)
  const [head = [], ...rows] = await readSheet(raw)
  const all = rows.map((row) => Object.fromEntries(row.map((value, n) => [String(head[n]), value])))
  return { rows: all, name: decodeURIComponent(String(headers['content-disposition'])) }
}

test('has the columns of the screen with typed values and the rights one by one', async () => {
  const { rows, name } = await excel({ search_string: 'yolkin' })
  const { namecomp } = await db
    .selectFrom('companies')
    .selectAll()
    .where('idcomp', '=', company2)
    .executeTakeFirstOrThrow()
  expect(name).toBe("attachment; filename*=UTF-8''people.xlsx")
  expect(rows).toEqual([
    {
      '№': yolkin,
      Имя: '=Ёлкин',
      Логин: 'yolkin',
      Почта: 'yolkin@example.ru',
      Компания: `АО "Ёлка", ${namecomp}`,
      Администратор: 'нет',
      'Вход в реестр заявок': 'да',
      'Создание записей реестра': 'нет',
      'Календарь компании': 'нет',
      Состояние: 'Действует',
      'В системе': null,
      Создан: new Date(created_at),
    },
  ])
})

test.each([
  [fresh, { Почта: null, Компания: 'сотрудник поставщика', Состояние: 'Нет пароля' }],
  [locked, { Состояние: 'Заблокирован', 'Календарь компании': 'да' }],
])('%d is shown as on the screen', async (id, expected) => {
  expect((await excel()).rows.find((row) => row['№'] === id)).toMatchObject(expected)
})

test.each<Query>([
  {},
  { order_by: 'last_seen_at', isDesc: true },
  { order_by: 'email', isDesc: true },
  { order_by: 'company' },
  { role_ids: '2,3', state_ids: '1,3', order_by: 'login' },
  { client_ids: String(company2) },
  { search_string: 'такого нет' },
])('%j holds everybody whom the list has, in its order', async (query) => {
  const { body } = await admin(adminPeople.list, { query })
  const { rows } = await excel({ ...query, page: 2, per_page: 1 })
  expect(rows.map((row) => row['№'])).toEqual(body.data.map(({ id }) => id))
})
