import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { requests } from '@vypusk/contract'
import { excelReply } from '../../../platform/documents/excel.ts'
import type { Cell } from '../../../platform/documents/excel/xml.ts'
import { testApp, type Api, type TestApp } from '../../../testing/app.ts'
import { makePeople } from '../../../testing/making/make.ts'
import { tokenOf } from '../../../testing/upload.ts'
import { PATIENT } from '../../../testing/patience.ts'

let product: TestApp
let admin: Api
let tokens: Record<'admin' | 'manager' | 'client1', string>

beforeAll(async () => {
  product = await testApp()
  await makePeople(product.deps.db)
  const logins = ['admin', 'manager', 'client1'] as const
  const signedIn = await Promise.all(logins.map(async (login) => [login, await tokenOf(product, login)]))
  tokens = Object.fromEntries(signedIn) as typeof tokens
  admin = await product.as('admin')
})
afterAll(() => product.close())

interface UploadInput {
  name?: string
  bytes: string | Buffer<ArrayBuffer>
  /** The contents of a second file in the same form. */
  second?: string
  fields?: Record<string, string>
  who?: keyof typeof tokens
}

function formOf({ name = 'requests.csv', bytes, second, fields = {} }: UploadInput) {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  form.append('file', new Blob([bytes]), name)
  if (second !== undefined) form.append('file', new Blob([second]), 'second.csv')
  return form
}

async function send({ who = 'admin', ...sent }: UploadInput) {
  const encoded = new Response(formOf(sent))
  const reply = await product.app.inject({
    method: 'POST',
    url: `/api${requests.importRequests.path}`,
    payload: Buffer.from(await encoded.arrayBuffer()),
    headers: {
      authorization: `Bearer ${tokens[who]}`,
      'content-type': encoded.headers.get('content-type') ?? '',
    },
  })
  return { status: reply.statusCode, body: reply.json() }
}

const titles = async (source: string) =>
  (
    await product.deps.db.selectFrom('requests').select('e_title').where('source', '=', source).orderBy('id').execute()
  ).map(({ e_title }) => e_title)

const CSV = 'Ключ;Название;Часы\nА-1;Первая;1:30\nА-2;Вторая;три\n'

test('a dry run reports what would be done and writes nothing', async () => {
  const { status, body } = await send({ bytes: CSV, fields: { source: 'dry', dry_run: '1' } })
  expect(status).toBe(200)
  expect(body).toMatchObject({ rows: 2, created: 1, bad_count: 1, separator: ';', encoding: 'UTF-8' })
  expect(body.bad).toEqual([{ line: 3, reason: 'часы «три»: нужно число или ЧЧ:ММ (колонка «Часы»)' }])
  expect(body.mapping).toEqual({ source_key: 'Ключ', e_title: 'Название', planned_time: 'Часы' })
  expect(body.fields[0]).toEqual({ field: 'source_key', title: 'Ключ' })
  expect(await titles('dry')).toEqual([])
})

test('the good rows are imported, or none if chosen so; the same file again changes nothing', async () => {
  const refused = await send({ bytes: CSV, fields: { source: 'file', all_or_nothing: '1' } })
  expect([refused.status, refused.body.message]).toEqual([
    422,
    'Строк с ошибками: 1, ничего не записано. Строка 3: часы «три»: нужно число или ЧЧ:ММ (колонка «Часы»)',
  ])
  expect(await titles('file')).toEqual([])
  expect((await send({ bytes: CSV, fields: { source: 'file' } })).body).toMatchObject({ created: 1, bad_count: 1 })
  expect((await send({ bytes: CSV, fields: { source: 'file' } })).body).toMatchObject({ created: 0, same: 1 })
  expect(await titles('file')).toEqual(['Первая'])
})

test('only the first file is read, even if it is empty', async () => {
  const both = await send({ bytes: CSV, second: 'Ключ;Название\nД-1;Из второго\n', fields: { source: 'two-files' } })
  expect(both.body).toMatchObject({ created: 1 })
  expect(await titles('two-files')).toEqual(['Первая'])
  const empty = await send({ bytes: '', second: CSV, fields: { source: 'empty-first' } })
  expect([empty.status, empty.body.message]).toEqual([422, 'Файл пуст. Выберите другой'])
  expect(await titles('empty-first')).toEqual([])
})

test('a workbook is read with its days and hours', async () => {
  const columns = ['Ключ', 'Название', 'Часы', 'Создана'].map((title, n) => ({
    title,
    width: 10,
    cell: (row: Cell[]) => row[n] ?? null,
  }))
  async function* parts(): AsyncGenerator<Cell[][]> {
    yield [
      ['Э-1', '=1+1', { minutes: 450 }, { day: '2026-02-05' }],
      ['Э-2', 'Короткая строка', null, null],
      ['Э-3', 'Дольше суток', { minutes: 3015 }, null],
    ]
  }
  const { stream } = await excelReply('заявки.xlsx', { name: 'Заявки', columns, parts: parts() }, async () => 3)
  const bytes = Buffer.from(await buffer(stream))
  const { body } = await send({ name: 'заявки.xlsx', bytes })
  expect(body).toMatchObject({ encoding: 'Excel', rows: 3, created: 3, bad: [] })
  const [first, , third] = await product.deps.db
    .selectFrom('requests')
    .select(['e_title', 'planned_time', 'created_at'])
    .where('source', '=', 'заявки')
    .orderBy('id')
    .execute()
  expect(third).toMatchObject({ planned_time: 3015 })
  expect(first).toEqual({ e_title: '=1+1', planned_time: 450, created_at: '2026-02-05T00:00:00.000Z' })
})

test('a missing column is reported with the existing ones; a mapping fixes it and is remembered', async () => {
  const bytes = 'Код внешний,Суть\nБ-1,Печать\n'
  const lost = await send({ bytes, fields: { source: 'mapped' } })
  expect(lost.status).toBe(422)
  expect(lost.body).toMatchObject({ header: ['Код внешний', 'Суть'] })
  const mapping = JSON.stringify({ source_key: 'Код внешний', e_title: 'Суть' })
  expect((await send({ bytes, fields: { source: 'mapped', mapping } })).body.created).toBe(1)
  expect((await send({ bytes, fields: { source: 'mapped' } })).body).toMatchObject({ same: 1 })
})

test('a dry run shows every word beside its meaning, the most similar name, and how rows are read', async () => {
  await product.deps.db.insertInto('companies').values({ namecomp: 'АО «Северный порт»' }).execute()
  const bytes =
    'Ключ;Название;Статус;Компания;Создана;Часы\nЗ-1;Печать;В процессе;Северный порт;03/12/2025 02:45 PM;2,5\n' +
    'З-2;Поиск;Пауза;Северный порт;03/28/2025 09:00 AM;\n'
  const { body } = await send({ bytes, fields: { source: 'shown', dry_run: '1' } })
  const columns = Object.fromEntries((body as requests.ImportReport).values.map((column) => [column.field, column]))
  expect(columns['status']).toMatchObject({ fallback: 'Новая', can_create: true, words_count: 2 })
  expect(columns['status']?.words.map(({ word, how, count }) => [word, how, count])).toEqual([
    ['В процессе', 'known', 1],
    ['Пауза', 'default', 1],
  ])
  // A similar name is proposed, not used.
  expect(columns['company']?.words).toMatchObject([
    { word: 'Северный порт', count: 2, choice: null, how: 'default', alike: { name: 'АО «Северный порт»' } },
  ])
  expect(body).toMatchObject({ created: 2, dates: { order: 'mdy', is_sure: true }, unit: 'hours', source: 'shown' })
  const [first] = (body as requests.ImportReport).preview
  expect(first?.cells).toContainEqual({ title: 'Статус', said: 'В процессе', read: 'В работе' })
  expect(first?.cells).toContainEqual({ title: 'Создана', said: '03/12/2025 02:45 PM', read: '12.03.2025 14:45' })
  expect(first?.cells).toContainEqual({ title: 'Часы', said: '2,5', read: '02:30' })
})

const KEY = 'a1'.repeat(16)
const manyRows = (count: number) =>
  `Ключ;Название\n${Array.from({ length: count }, (_, n) => `Д-${n};Заявка ${n}`).join('\n')}`
const progressBy = async (key: string) => {
  const { status, body } = await admin(requests.importProgress, { params: { key } })
  expect(status).toBe(200)
  return body.progress
}

test('the sender of a file sees the progress until its end', async () => {
  const sending = send({ bytes: manyRows(5000), fields: { source: 'watched', progress: KEY } })
  const seen = new Set<string>()
  await vi.waitUntil(
    async () => {
      const progress = await progressBy(KEY)
      if (progress) seen.add(`${progress.stage} of ${progress.total}`)
      return progress === null && seen.size > 0
    },
    { ...PATIENT, interval: 5 },
  )
  expect((await sending).body).toMatchObject({ created: 5000 })
  expect([...seen]).toEqual(expect.arrayContaining(['checking of 5000', 'writing of 5000']))
  expect(await progressBy(KEY)).toBeNull()
})

test('if the sender disconnects while rows are written, nothing is written', async () => {
  const url = await product.app.listen({ port: 0, host: '127.0.0.1' })
  const key = 'c3'.repeat(16)
  const stop = new AbortController()
  const sending = fetch(`${url}/api${requests.importRequests.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokens.admin}` },
    body: formOf({ bytes: manyRows(20_000), fields: { source: 'left', progress: key } }),
    signal: stop.signal,
  })
  await vi.waitUntil(async () => (await progressBy(key))?.stage === 'writing', { ...PATIENT, interval: 5 })
  stop.abort()
  await expect(sending).rejects.toThrow('aborted')
  await vi.waitUntil(async () => (await progressBy(key)) === null, PATIENT)
  expect(await titles('left')).toEqual([])
})

test.each<[string, UploadInput, number, RegExp]>([
  ['an empty file', { bytes: '' }, 422, /^Файл пуст/],
  ['a picture', { name: 'экран.png', bytes: '\u0089PNG\r\n\u001a\n\0\0\0\rIHDR' }, 422, /^Это не таблица/],
  ['a file that only begins like a workbook', { bytes: 'PK\u0003\u0004abc' }, 422, /^Файл Excel не удалось/],
  ['a mapping that is not JSON', { bytes: CSV, fields: { mapping: '{' } }, 422, /^Соответствие колонок/],
  ['a mapping of an unknown field', { bytes: CSV, fields: { mapping: '{"password":"Ключ"}' } }, 422, /колонок/],
  ['values that are not JSON', { bytes: CSV, fields: { values: '{' } }, 422, /^Соответствие значений/],
  ['values of an unknown field', { bytes: CSV, fields: { values: '{"text":{}}' } }, 422, /^Соответствие значений/],
  ['an overlong source', { bytes: CSV, fields: { source: 'и'.repeat(201) } }, 422, /^Имя источника/],
  ['a company that is not a number', { bytes: CSV, fields: { company: 'x' } }, 422, /^Номер компании/],
  ['an invalid key of progress', { bytes: CSV, fields: { progress: 'x' } }, 422, /^Ключ/],
  ['an unknown company', { bytes: CSV, fields: { company: '999999' } }, 422, /^Компании с номером 999999/],
  ['the manager, who is not an administrator', { bytes: CSV, who: 'manager' }, 403, /^Недостаточно прав/],
  ['a client', { bytes: CSV, who: 'client1' }, 403, /^Недостаточно прав/],
])('refuses %s', async (_what, sent, expected, sentence) => {
  const { status, body } = await send(sent)
  expect([status, body.message]).toEqual([expected, expect.stringMatching(sentence)])
})

test('characters that the database cannot take are left out of all that is sent', async () => {
  const bytes = 'Ключ;Назва\0ние;Outward issue link (Blo\0cks);Статус\nН-1;Первая;Н-2;Пау\0за\n'
  const fields = {
    source: 'ну\0ль',
    mapping: JSON.stringify({ e_title: 'Назва\0ние\ud83d' }).replace('\\ud83d', ''),
    values: JSON.stringify({ status: { 'Пау\0за': 1, 'Смех \ud83d': 1 } }),
  }
  expect(await send({ bytes, fields })).toMatchObject({ status: 200, body: { created: 1, source: 'нуль' } })
  expect(await send({ bytes, fields })).toMatchObject({ status: 200, body: { same: 1 } })
  const named = { name: 'фа\0йл.csv', bytes: 'Ключ;Название\nФ-1;Вторая\n' }
  expect(await send(named)).toMatchObject({ status: 200, body: { created: 1 } })
})
