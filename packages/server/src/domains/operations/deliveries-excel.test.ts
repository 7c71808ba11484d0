import { readSheet } from 'read-excel-file/node'
import { beforeAll, expect, test, vi } from 'vitest'
import { deliveries, type QueryInput } from '@vypusk/contract'
import { allCome, letterWorld, newAgreement, send } from '../../testing/letters.ts'
import { makeFile } from '../../testing/making/make-publication.ts'
import { PATIENT } from '../../testing/patience.ts'

/** The list of deliveries as a workbook: what the screen shows, all of it. */

const world = letterWorld()
let agreement = 0
const AT = '2026-03-02T12:00:00.000Z'

beforeAll(async () => {
  const { people, product } = world
  const { db } = product.deps
  await db
    .updateTable('companies')
    .set({ namecomp: 'АО &quot;Порт&quot;' })
    .where('idcomp', '=', people.company2)
    .execute()
  agreement = await newAgreement(world)
  await send(world, agreement)
  await allCome(world)
  const { event_id } = await db.selectFrom('deliveries').select('event_id').limit(1).executeTakeFirstOrThrow()
  const copy = { kind: 'ftp', entity: 'publication', entity_id: 7, event_id, idcomp: people.company2, at: AT }
  const file_id = await makeFile(db, { file_name: '=Обновление.zip' })
  const state = { state: 'failed', last_error: 'Сервер FTP недоступен', attempts: 2 }
  await db
    .insertInto('deliveries')
    .values({ ...copy, ...state, file_id, target: 'Порт/Весна.zip' })
    .execute()
})

type Query = QueryInput<typeof deliveries.list>
async function excel(query: Query = {}) {
  const { status, headers, raw } = await world.admin(deliveries.list, { query: { ...query, isExcel: true } })
  expect(status).toBe(200)
  const [head = [], ...rows] = await readSheet(raw)
  const all = rows.map((row) => Object.fromEntries(row.map((value, n) => [String(head[n]), value])))
  return { rows: all, name: decodeURIComponent(String(headers['content-disposition'])) }
}

test('has the columns of the screen with typed values and what each one is about', async () => {
  const [copy] = (await excel({ kind: 'ftp' })).rows
  expect(copy).toEqual({
    '№': expect.any(Number),
    Состояние: 'Не доставлено',
    'Кому, куда': 'Порт/Весна.zip',
    Что: '=Обновление.zip',
    'О чём': 'Публикации',
    Номер: 7,
    Причина: 'Сервер FTP недоступен',
    Компания: 'АО "Порт"',
    Попыток: 2,
    Следующая: null,
    Последняя: new Date(AT),
  })
  const [letter] = (await excel({ state: 'sent', search_string: 'client1@' })).rows
  expect(letter).toMatchObject({
    Состояние: 'Отправлено',
    'Кому, куда': 'Имя client1 <client1@example.ru>',
    'О чём': 'Согласования',
    Номер: agreement,
  })
})

test('one that waits for a retry says when that will be', async () => {
  world.smtp.answer = () => ({ responseCode: 451, message: '4.7.1 Later' })
  await send(world, await newAgreement(world, { recipients: [], recipientsExtra: ['later@example.ru'] }))
  await vi.waitFor(async () => {
    const { rows } = await excel({ state: 'queued' })
    expect(rows).toMatchObject([
      { Состояние: 'Отправляется', 'Кому, куда': 'later@example.ru', Попыток: 1, Следующая: expect.any(Date) },
    ])
  }, PATIENT)
})

test.each<Query>([
  {},
  { order_by: 'at', isDesc: true },
  { order_by: 'id' },
  { state: 'sent' },
  { kind: 'mail', search_string: 'example.ru' },
  { date_to: '2026-03-02' },
  { search_string: 'такого нет' },
])('%j holds every delivery that the list has, in its order', async (query) => {
  const { body } = await world.admin(deliveries.list, { query })
  const { rows } = await excel({ ...query, page: 2, per_page: 1 })
  expect(rows.map((row) => row['№'])).toEqual(body.data.map(({ id }) => id))
})

test.each<[Query, string]>([
  [{}, 'deliveries.xlsx'],
  [{ date_from: '2026-03-01', date_to: '2026-03-05' }, 'deliveries_01.03.2026_05.03.2026.xlsx'],
])('%j is saved as %s', async (query, expected) => {
  expect((await excel(query)).name).toBe(`attachment; filename*=UTF-8''${expected}`)
})
