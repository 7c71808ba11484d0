import { readSheet } from 'read-excel-file/node'
import { afterAll, expect, test } from 'vitest'
import { publications, type QueryInput } from '@vypusk/contract'
import { testApp, type Api } from '../../testing/app.ts'
import { makeFile, makePublication } from '../../testing/making/make-publication.ts'
import { makeModule, makePeople, makeRelease } from '../../testing/making/make.ts'

/** The list of publications as a workbook: what the screen of each side shows, all of it. */

const product = await testApp()
afterAll(() => product.close())
const { db } = product.deps
const { company1, company2, manager: author_id, module } = await makePeople(db)
const [staff, client1] = [await product.as('manager'), await product.as('client1')]

const companies = [company1, company2]
const release = (title: string) => makeRelease(db, { author_id, title }, { companies, modules: [module] })
const [first, second] = [await release('=1+1'), await release('2027.01 Учёт')]
const file = (file_name: string, size: number) => makeFile(db, { file_name, size, uploaded_by: author_id })
const both = await makePublication(db, { author_id, created_at: '2026-03-02T12:00:00.000Z' }, [
  { release_id: first, files: [await file('a.zip', 1_572_864)], modules: [module], customers: companies },
  { release_id: second, files: [await file('b.zip', 1)], modules: [await makeModule(db)], customers: [company2] },
])
const theirs = await makePublication(db, { author_id, created_at: '2026-03-03T09:30:00.000Z' }, [
  { release_id: second, customers: [company2] },
])
const withdrawn = { withdrawn_at: '2026-03-04T09:30:00.000Z', withdrawn_by: author_id, withdrawn_reason: 'Ошибка' }
await db.updateTable('publications').set(withdrawn).where('id', '=', theirs).execute()

type Query = QueryInput<typeof publications.listPublications>
async function excel(api: Api, query: Query = {}) {
  const { status, headers, raw } = await api(publications.listPublications, { query: { ...query, isExcel: true } })
  expect(status).toBe(200)
  const [head = [], ...rows] = await readSheet(raw)
  const all = rows.map((row) => Object.fromEntries(row.map((value, n) => [String(head[n]), value])))
  return { head, rows: all, name: decodeURIComponent(String(headers['content-disposition'])) }
}

test('staff get every matching publication in the order of the list regardless of the page, with typed values', async () => {
  const { rows } = await excel(staff, { order_by: 'id', page: 2, per_page: 1 })
  expect(rows.map((row) => [row['№'], row['Отозвана']])).toEqual([
    [both, 'нет'],
    [theirs, 'да'],
  ])
  expect(rows[0]).toMatchObject({
    Релизы: '=1+1, 2027.01 Учёт',
    Опубликовано: new Date('2026-03-02T12:00:00Z'),
    Компании: expect.stringMatching(/.+, .+/),
    Файлы: 2,
    'Объём, МБ': 1.51,
    Дошло: 0,
    'В пути': 0,
    Ошибок: 0,
    Автор: 'Имя manager',
  })
})

test.each<[Query, number[]]>([
  [{}, [theirs, both]],
  [{ order_by: 'files_size', isDesc: true }, [both, theirs]],
  [{ date_to: '2026-03-02' }, [both]],
  [{ module_ids: String(module) }, [both]],
  [{ search_string: 'такого нет' }, []],
])('%j holds %j, as the list does', async (query, expected) => {
  expect((await excel(staff, query)).rows.map((row) => row['№'])).toEqual(expected)
  const { body } = await staff(publications.listPublications, { query })
  expect(body.data.map(({ id }) => id)).toEqual(expected)
})

test("a client gets its own company's part in the columns of its list", async () => {
  const { head, rows } = await excel(client1)
  expect(head).toEqual(['№', 'Релизы', 'Отозвана', 'Опубликовано', 'Модули', 'Файлы', 'Объём, МБ', 'Автор'])
  expect(rows).toMatchObject([{ '№': both, Релизы: '=1+1', Файлы: 1, 'Объём, МБ': 1.5 }])
})

test.each<[Query, string]>([
  [{}, 'publications.xlsx'],
  [{ date_from: '2026-03-01', date_to: '2026-03-05' }, 'publications_01.03.2026_05.03.2026.xlsx'],
])('%j is saved as %s', async (query, expected) => {
  expect((await excel(staff, query)).name).toBe(`attachment; filename*=UTF-8''${expected}`)
})
