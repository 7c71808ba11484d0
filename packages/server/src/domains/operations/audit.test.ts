import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminCompanies, adminLists, audit, auth, letterTemplates, releases, type BodyInput } from '@vypusk/contract'
import { makePeople, makePerson, makeRelease } from '../../testing/making/make.ts'
import { testApp, type Api, type TestApp } from '../../testing/app.ts'

/** The log of everything: who changed what, and who signed in and out. */

let product: TestApp
let people: Awaited<ReturnType<typeof makePeople>>
let admin: Api
let manager: Api
beforeAll(async () => {
  product = await testApp()
  people = await makePeople(product.deps.db)
  ;[admin, manager] = await Promise.all([product.as('admin'), product.as('manager')])
})
afterAll(() => product.close())

const list = async (body: BodyInput<typeof audit.list> = {}) => (await admin(audit.list, { body })).body

/** A release whose comment was changed this many times. */
async function changedRelease(comments: string[]): Promise<number> {
  const id = await makeRelease(product.deps.db, { author_id: people.manager, title: 'Журнальный' })
  for (const comment of comments) await manager(releases.saveComment, { params: { id }, body: { comment } })
  return id
}

test('lists every change once, latest first, page after page', async () => {
  const comments = Array.from({ length: 7 }, (_, n) => `заметка ${n}`)
  const entity_id = await changedRelease(comments)
  const seen: unknown[] = []
  let after: BodyInput<typeof audit.list>['after']
  do {
    const { data, next } = await list({ entities: ['release'], per_page: 3, ...(after ? { after } : {}) })
    seen.push(...data.filter((row) => row.entity_id === entity_id).map((row) => row.after))
    after = next ?? undefined
  } while (after)
  expect(seen).toEqual(comments.toReversed())
  const [row] = (await list({ entities: ['release'], per_page: 1 })).data
  expect(row).toMatchObject({
    entity: 'release',
    thing: 'Журнальный',
    user: { name: 'Имя manager' },
    title: 'Комментарий',
  })
})

test('is filtered by person, kind, day, words and number', async () => {
  product.clock.set('2026-03-10T08:00:00.000Z')
  const entity_id = await changedRelease(['Ёлочный отчёт'])
  const ids = async (body: BodyInput<typeof audit.list>) => (await list(body)).data.map((row) => row.entity_id)
  expect(await ids({ search_string: 'елочный' })).toEqual([entity_id])
  expect(await ids({ search_string: String(entity_id), entities: ['release'] })).toContain(entity_id)
  expect(await ids({ search_string: 'елочный', entities: ['agreement', 'session'] })).toEqual([])
  expect(await ids({ search_string: 'елочный', user_ids: [people.manager] })).toEqual([entity_id])
  expect(await ids({ search_string: 'елочный', user_ids: [people.admin] })).toEqual([])
  expect(await ids({ date_from: '2026-03-10', date_to: '2026-03-10', entities: ['release'] })).toEqual([entity_id])
  expect(await ids({ date_to: '2026-03-09', search_string: 'елочный' })).toEqual([])
})

test('words are found among the latest and far behind them, page after page', async () => {
  const { db } = product.deps
  const insertHistory = (after: string, count: number, days: number) =>
    sql`
    insert into history (entity, entity_id, field, title, after, user_id, at)
    select 'request', 700000 + n, 'release_id', 'Релиз', ${after}::jsonb, ${people.manager}::int,
      timestamptz '2026-02-01' - make_interval(days => ${days}::int, mins => n)
    from generate_series(1, ${count}::int) as n`.execute(db)
  await insertHistory('"Зимний выпуск"', 30, 0)
  await insertHistory('480', 2100, 1)
  await insertHistory('"Летний выпуск"', 30, 3)
  const pagesOf = async (body: BodyInput<typeof audit.list>) => {
    const found: number[] = []
    let after: BodyInput<typeof audit.list>['after']
    do {
      const { data, next } = await list({ ...body, per_page: 25, ...(after ? { after } : {}) })
      found.push(...data.map((row) => row.entity_id))
      after = next ?? undefined
    } while (after)
    return found
  }
  const numbers = Array.from({ length: 30 }, (_, n) => 700_001 + n)
  expect(await pagesOf({ search_string: 'выпуск' })).toEqual([...numbers, ...numbers])
  expect(await pagesOf({ search_string: 'ЛЕТНИЙ', user_ids: [people.manager] })).toEqual(numbers)
  expect(await pagesOf({ search_string: 'летний', entities: ['release'] })).toEqual([])
  expect(await pagesOf({ search_string: '702099' })).toEqual([702_099])
  // The index does not support one or two letters: those are searched for among the latest.
  expect(await pagesOf({ search_string: 'зи', entities: ['request'] })).toEqual(numbers)
  expect(await pagesOf({ search_string: 'ле', entities: ['request'] })).toEqual([])
})

test.each([
  ['Срок\u00a0от\u202fбанка', 'срок от банка', 'Срок-от-банка'],
  ['До 1\u00a0ч', 'до 1 ч', 'До 1-ч'],
  ['И\u00a0(я)', 'и (я)', 'И-(я)'],
])('«%s» is found by what people type', async (comment, search_string, other) => {
  const entity_id = await changedRelease([comment])
  await changedRelease([other])
  const { data } = await list({ search_string, entities: ['release'] })
  expect(data.map((row) => row.entity_id)).toEqual([entity_id])
})

test.each(['ООО "Ромашка"', 'ООО &quot;Ромашка&quot;'])(
  '«%s» is found by its name as people read it',
  async (namecomp) => {
    const { company } = (await admin(adminCompanies.create, { body: { namecomp, modules: [] } })).body
    for (const search_string of ['ООО "Ромашка"', 'ооо "рома', '"Ромашка"']) {
      const { data } = await list({ search_string, entities: ['company'] })
      expect(data.map((row) => row.entity_id)).toContain(company.idcomp)
    }
  },
)

test.each(['Папка C:\\обмен', 'Строка «с "кавычками"»'])('«%s» is found as it was written', async (comment) => {
  const entity_id = await changedRelease([comment])
  const { data } = await list({ search_string: comment, entities: ['release'] })
  expect(data.map((row) => row.entity_id)).toEqual([entity_id])
})

test('lists who signed in, who signed out, and who tried', async () => {
  const id = await makePerson(product.deps.db, 'visitor')
  await makePerson(product.deps.db, 'stopped', { is_blocked: true })
  const visitor = await product.as('visitor')
  await visitor(auth.logout)
  const bad = (login: string, password: string) => product.anonymous(auth.login, { body: { login, password } })
  expect((await bad('visitor', 'не тот')).status).toBe(403)
  expect((await bad('никто', 'demo')).status).toBe(403)
  expect((await bad('stopped', 'demo')).status).toBe(422)
  const { data } = await list({ entities: ['session'], per_page: 5 })
  expect(data.map(({ user, title, after }) => [user.name, title, after])).toEqual([
    ['stopped', 'Вход', 'отказ: Нет доступа к ресурсу'],
    ['никто', 'Вход', 'отказ: Неверный логин или пароль'],
    ['visitor', 'Вход', 'отказ: Неверный логин или пароль'],
    ['Имя visitor', 'Выход', 'выполнен'],
    ['Имя visitor', 'Вход', 'выполнен'],
  ])
  expect(data[4]).toMatchObject({ entity_id: id, note: '127.0.0.1' })
  expect((await list({ search_string: 'никто' })).data).toHaveLength(1)
})

test('is exported as a workbook, and lists everybody to choose from', async () => {
  const reply = await admin(audit.list, { body: { isExcel: true, date_from: '2026-03-01' } })
  expect(reply.status).toBe(200)
  expect(reply.headers['content-disposition']).toContain('audit_01.03.2026.xlsx')
  expect(reply.raw.subarray(0, 2).toString()).toBe('PK')
  const names = (await admin(audit.people)).body.people
  expect(names.map(({ name }) => name)).toEqual(expect.arrayContaining(['Имя admin', 'Имя client1']))
  expect(names.find(({ name }) => name === 'Имя client1')?.company).toMatch(/Компания/)
})

test('letters and entries of lists have their current names', async () => {
  const { heading, text, button, ...letter } = (await admin(letterTemplates.get, { params: { id: 1 } })).body
  const subject = `${letter.subject} – срочно`
  await admin(letterTemplates.save, { params: { id: 1 }, body: { subject, heading, text, button } })
  const { id } = (await admin(adminLists.create, { params: { list: 'system' }, body: { name: 'Учёт' } })).body
  const things = async (entity: 'letter_template' | 'system') =>
    (await list({ entities: [entity] })).data.map(({ entity_id, thing }) => [entity_id, thing])
  expect(await things('letter_template')).toEqual([[1, subject]])
  expect(await things('system')).toEqual([[id, 'Учёт']])
})
