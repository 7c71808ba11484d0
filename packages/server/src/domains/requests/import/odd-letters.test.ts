import { afterAll, beforeAll, expect, test } from 'vitest'
import { requests } from '@vypusk/contract'
import { present } from '../../../testing/present.ts'
import { testApp, type Api, type TestApp } from '../../../testing/app.ts'
import { withFile } from '../../../testing/file.ts'
import { makePeople } from '../../../testing/making/make.ts'
import { staffBy } from '../../auth/port.ts'
import { importRequests } from './import-requests.ts'

/** Letters that look like others, or like nothing, in the files of other systems. */

let product: TestApp
let manager: Api
let people: Awaited<ReturnType<typeof makePeople>>
beforeAll(async () => {
  product = await testApp()
  people = await makePeople(product.deps.db)
  manager = await product.as('manager')
})
afterAll(() => product.close())

async function take(file: string, source: string) {
  const actor = { deps: product.deps, person: present(await staffBy(product.deps.db)) }
  const { company1: company, module } = people
  return withFile(file, (path) => importRequests(actor, { path, source, company, module, mapping: {}, dryRun: false }))
}
const found = async (search_string: string) =>
  (await manager(requests.backlogSummary, { body: { search_string } })).body.data.map(({ e_title }) => e_title)

test('a title is found by what people see of it, however its letters were stored', async () => {
  // Decomposed letters of a Mac, a soft hyphen, a space that does not break, a control character.
  const file = 'key,title\n1,Новы\u0438\u0306 отчё\u00adт\u00a0по\u0007НДС\n'
  expect(await take(file, 'Mac')).toMatchObject({ created: 1, bad: [] })
  expect(await found('новый отчёт по ндс')).toEqual(['Новый отчёт по НДС'])
  expect(await take(file, 'Mac')).toMatchObject({ updated: 0, same: 1 })
})

test('a title as an earlier import stored it is no difference', async () => {
  const file = 'key,title\n1,Выи\u0306ти\n'
  await take(file, 'Раньше')
  const e_title = 'Выи\u0306ти'
  const { db } = product.deps
  const { id } = await db
    .updateTable('requests')
    .set({ e_title })
    .where('source', '=', 'Раньше')
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('imported_rows')
    .set({ row: JSON.stringify({ e_title }) })
    .where('request_id', '=', id)
    .execute()
  expect(await take(file, 'Раньше')).toMatchObject({ updated: 0, same: 1 })
})

test('a title of which nothing can be seen is none', async () => {
  const { bad } = await take('key,title\n1,\u200b\u00a0\u2800\n', 'Пусто')
  expect(bad).toEqual([{ line: 2, reason: 'нет названия (колонка «title»)' }])
})

test('half an emoji, where another system has cut a text, does not refuse the file', async () => {
  const issue = { key: 'A-1', fields: { summary: 'Смех \ud83d', description: 'Ещё \ud83d' } }
  expect(await take(JSON.stringify({ issues: [issue] }), 'Jira')).toMatchObject({ created: 1, bad: [] })
  expect(await found('смех')).toEqual(['Смех \ufffd'])
})

test('emoji at the end of what is kept of a text do not refuse the file', async () => {
  const [label, comment] = [`${'я'.repeat(199)}🚀🚀`, `13/Mar/25 3:04 PM;jcarter;${'я'.repeat(49_999)}🚀🚀`]
  const { db } = product.deps
  expect(await take(`key,title,labels,comment\n1,Эмодзи,${label},${comment}\n`, 'Края')).toMatchObject({ created: 1 })
  const { row } = await db
    .selectFrom('imported_rows as i')
    .innerJoin('requests as q', 'q.id', 'i.request_id')
    .select('i.row')
    .where('q.source', '=', 'Края')
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({ origin: { labels: [`${'я'.repeat(199)}🚀`] } })
  const { html } = await db.selectFrom('shared_entries').select('html').orderBy('id', 'desc').executeTakeFirstOrThrow()
  expect(html).toContain(`${'я'.repeat(49_999)}🚀<`)
})

test('a key is the same with marks that nobody sees', async () => {
  expect(await take('key,title\nA-7,Раз\n', 'Знаки')).toMatchObject({ created: 1 })
  expect(await take('key,title\n\u200fA-\u200b7\u0007,Раз\n', 'Знаки')).toMatchObject({ created: 0, same: 1 })
  const { bad } = await take('key,title\nA-8,Раз\n\u200eA-8,Два\n\u200b,Три\n', 'Знаки')
  expect(bad).toEqual([
    { line: 3, reason: 'ключ «A-8» уже есть в строке 2 (колонка «key»)' },
    { line: 4, reason: 'нет ключа (колонка «key»)' },
  ])
})

test('a column is recognised whatever its header has that nobody sees', async () => {
  const header = '\u200eКл\u00adюч\u200b;На\u200bзвание;Коммента\u200bрии\u0306\u0007;\u200fOutward issue link (Blocks)'
  const report = await take(`${header}\n9;Заголовок;Слова;10\n`, 'Шапка')
  expect(Object.keys(report.mapping)).toEqual(['source_key', 'e_title', 'comments'])
  expect(report).toMatchObject({ created: 1, bad: [] })
  expect(report.first[0]?.draft.row.origin?.links).toEqual([{ title: 'Blocks', key: '10' }])
})

test('words that look the same are one word, and what is made of them has the name that people see', async () => {
  const file =
    'Ключ,Название,Версия,Статус,Исполнитель\n1,Раз,Осенний,Новая,Олег\n2,Два,Осеннии\u0306\u200b,Но\u00adвая\u2060,Олег\u200b\n'
  const actor = { deps: product.deps, person: present(await staffBy(product.deps.db)) }
  const { company1: company, module } = people
  const values = { version: { Осенний: 'new' as const } }
  const order = { source: 'Слова', company, module, mapping: {}, values, dryRun: false }
  const report = await withFile(file, (path) => importRequests(actor, { ...order, path }))
  expect(report).toMatchObject({ created: 2, bad: [] })
  const words = (field: 'version' | 'status') =>
    report.reading.values.words.get(field)?.map(({ word, count }) => [word, count])
  expect([words('version'), words('status')]).toEqual([[['Осенний', 2]], [['Новая', 2]]])
  const { db } = product.deps
  const made = await db.selectFrom('releases').select('id').where('title', '=', 'Осенний').execute()
  const rows = await db
    .selectFrom('requests')
    .select(['release_id', 'status_id'])
    .where('source', '=', 'Слова')
    .execute()
  expect(rows).toEqual(Array.from({ length: 2 }, () => ({ release_id: made[0]?.id, status_id: 1 })))
  expect(new Set(report.first.map(({ draft }) => draft.row.origin?.assignee))).toEqual(new Set(['Олег']))
})

test('a file belongs to its source, whatever its name and its titles were stored as', async () => {
  const file = 'Номер;Название\n90001;Новыи\u0306 отчёт\n90002;Вто\u00adрои\u0306\n'
  const actor = { deps: product.deps, person: present(await staffBy(product.deps.db)) }
  const { company1: company, module } = people
  const takeAs = (fileName: string) =>
    withFile(file, (path) => importRequests(actor, { path, fileName, company, module, mapping: {}, dryRun: false }))
  expect(await takeAs('Наи\u0306ди\u200b')).toMatchObject({ source: 'Найди', created: 2 })
  expect(await takeAs('Выгрузка (2)')).toMatchObject({ source: 'Найди', created: 0, same: 2 })
  expect(await takeAs('\u200b')).toMatchObject({ source: 'Найди' })
})
