import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { registry, type BodyInput } from '@vypusk/contract'
import { testApp, type Api, type TestApp } from '../../testing/app.ts'
import { makeEntry, makePeople, makePerson, makeRequest } from '../../testing/making/make.ts'

let product: TestApp
let people: Awaited<ReturnType<typeof makePeople>>
let manager: Api
let admin: Api
let client1: Api
let stranger: Api
/** A person of the second company with access. */
let other: Api
let id: number

beforeAll(async () => {
  product = await testApp()
  const { db } = product.deps
  people = await makePeople(db)
  await makePerson(db, 'other', { idcomp: people.company2, can_enter_registry: true })
  manager = await product.as('manager')
  admin = await product.as('admin')
  client1 = await product.as('client1')
  stranger = await product.as('client2')
  other = await product.as('other')
})
afterAll(() => product.close())

const make = (overrides: Partial<Parameters<typeof makeEntry>[1]> = {}) =>
  makeEntry(product.deps.db, { author_id: people.client1, idcomp: people.company1, ...overrides })
beforeEach(async () => {
  id = await make()
})

const list = async (body: BodyInput<typeof registry.getEntries> = {}, api = manager) =>
  (await api(registry.getEntries, { body })).body
const detail = async (api = manager) => (await api(registry.getEntry, { params: { id } })).body
const update = (body: object, api = manager) => api(registry.updateEntry, { body: { id, ...body } })
const create = (body: BodyInput<typeof registry.createEntry>, api = client1) => api(registry.createEntry, { body })

describe('who may', () => {
  test('the two checks depend on the person', async () => {
    const answers = async (api: Api) => [
      (await api(registry.checkEntryAccess)).status,
      (await api(registry.checkCreateAccess)).status,
    ]
    expect(await answers(manager)).toEqual([200, 200])
    expect(await answers(client1)).toEqual([200, 200])
    expect(await answers(other)).toEqual([200, 403])
    expect(await answers(stranger)).toEqual([403, 403])
    expect((await client1(registry.checkEntryAccess)).body).toEqual({ access: true })
  })

  test('a person without access gets nothing from any call', async () => {
    const { refusal, status } = await stranger(registry.getEntries, { body: {} })
    expect([status, refusal.message]).toEqual([403, 'Нет доступа к реестру заявок. Его открывает администратор'])
    expect((await stranger(registry.bosses)).status).toBe(403)
    expect((await update({ title: 'Моё' }, stranger)).status).toBe(403)
    expect((await create({ title: 'Моё' }, other)).status).toBe(403)
  })

  test("another company's entry is reported as missing", async () => {
    const comment = { body: { id, comment: 'Ау' } }
    const params = { params: { id } }
    const statuses = await Promise.all([
      other(registry.getEntry, params),
      other(registry.changelog, params),
      other(registry.rivcComments, params),
      other(registry.clientComments, params),
      other(registry.mentionable, params),
      other(registry.addComment, comment),
      other(registry.readComments, { body: { id } }),
      update({ title: 'Чужое' }, other),
      other(registry.companyResponsibles, { params: { id: people.company1 } }),
    ])
    expect(statuses.map(({ status }) => status)).toEqual(statuses.map(() => 404))
    expect((await list({ company_ids: [people.company1] }, other)).total).toBe(0)
    const many = (await other(registry.updateEntries, { body: { entries: [{ id, title: 'Чужое' }] } })).body
    expect([many.saved, many.refused]).toEqual([[], [{ id, reason: 'Запись реестра не найдена', current: null }]])
  })
})

describe('creating', () => {
  test("a client's entry belongs to its own company and is on the first step", async () => {
    const { body } = await create({
      title: ' Отчёт по складу ',
      description: 'Нужен к марту',
      priority: 2,
      responsible: people.client1,
      due_date: '2026-03-31',
      company: people.company2,
    })
    expect(body).toMatchObject({
      message: 'Success',
      entry: {
        title: 'Отчёт по складу',
        company: { idcomp: people.company1 },
        step: { id: 1, name: 'Новая' },
        standing: 'first_step',
        priority: 2,
        responsible: { id: people.client1 },
        boss: null,
        author: { id: people.client1 },
        version: 1,
        abilities: { title: true, boss: 'Это поле меняют только сотрудники поставщика' },
      },
    })
    expect(body.entry.number).toMatch(/^Р-2026-\d{4}$/)
  })

  test.each([
    [{ title: 'Без прав', boss: 1 }, 403, 'boss'],
    [{ title: 'Без прав', planned_time: 60 }, 403, 'planned_time'],
    [{}, 422, 'title'],
    [{ title: 'Чужой', responsible: 'manager' as const }, 422, 'responsible'],
    [{ request: 999_999 }, 422, 'request'],
  ])('%o is refused at its field', async (input, status, field) => {
    const body = 'responsible' in input ? { ...input, responsible: people.manager } : input
    const answer = await create(body)
    expect(answer.status).toBe(status)
    expect(Object.keys(answer.refusal.errors ?? {})).toEqual([field])
  })

  test('takes title and company from a request, and never from another company’s', async () => {
    const request = await makeRequest(product.deps.db, {
      author_id: people.client1,
      idcomp: people.company1,
      idmod: people.module,
      e_title: 'Печать накладной',
    })
    const byClient = (await create({ request })).body.entry
    expect(byClient).toMatchObject({ title: 'Печать накладной', request: { id: request, e_title: 'Печать накладной' } })
    const byStaff = (await create({ request, title: 'Своё название' }, manager)).body.entry
    expect(byStaff).toMatchObject({ title: 'Своё название', company: { idcomp: people.company1 } })
    const elsewhere = await create({ request, company: people.company2, title: 'Чужая' }, manager)
    expect([elsewhere.status, elsewhere.refusal.errors]).toEqual([
      422,
      { request: ['У этой компании нет такой заявки'] },
    ])
    expect((await create({ title: 'Без компании' }, manager)).refusal.errors).toHaveProperty('company')
  })

  test('several are created all or none, and an error names its place', async () => {
    const before = (await list()).total
    const refused = await client1(registry.createEntries, {
      body: { entries: [{ title: 'Первая' }, { title: 'Вторая', responsible: people.manager }] },
    })
    expect([refused.status, Object.keys(refused.refusal.errors ?? {})]).toEqual([422, ['entries.1.responsible']])
    expect((await list()).total).toBe(before)
    const made = await client1(registry.createEntries, {
      body: { entries: [{ title: 'Первая' }, { title: 'Вторая' }] },
    })
    expect(made.body.entries.map(({ title }) => title)).toEqual(['Первая', 'Вторая'])
  })

  test('ten at once get ten numbers, and a repeated key creates one', async () => {
    const made = await Promise.all(Array.from({ length: 10 }, (_, n) => create({ title: `Разом ${n}` })))
    expect(new Set(made.map(({ body }) => body.entry.number)).size).toBe(10)
    const headers = { 'idempotency-key': 'registry-once' }
    const twice = await Promise.all(
      [1, 2].map(() => client1(registry.createEntry, { body: { title: 'Один раз' }, headers })),
    )
    expect(new Set(twice.map(({ body }) => body.entry.id)).size).toBe(1)
  })
})

describe('changing', () => {
  test('staff change every field, and the history shows each by name', async () => {
    const { body } = await update({
      step: 2,
      boss: people.manager,
      responsible: people.client1,
      planned_time: 480,
      due_date: '2026-04-01',
      priority: 4,
      version: 1,
    })
    expect(body.entry).toMatchObject({
      step: { id: 2, name: 'На рассмотрении' },
      boss: { id: people.manager, name: 'Имя manager' },
      planned_time: 480,
      standing: 'later',
      version: 2,
    })
    const { changes } = (await manager(registry.changelog, { params: { id } })).body
    expect(changes.map(({ field, before, after }) => [field, before, after])).toEqual([
      ['planned_time', null, 480],
      ['due_date', null, '2026-04-01'],
      ['boss', null, 'Имя manager'],
      ['responsible', null, 'Имя client1'],
      ['priority', null, 4],
      ['step', 'Новая', 'На рассмотрении'],
    ])
  })

  test('hours never reach a client: not the column, the order, the history, the settings', async () => {
    await update({ planned_time: 480, title: 'С часами' })
    expect((await detail(client1)).planned_time).toBeNull()
    expect((await list({}, client1)).data.every(({ planned_time }) => planned_time === null)).toBe(true)
    const { changes } = (await client1(registry.changelog, { params: { id } })).body
    expect(changes.map(({ field }) => field)).toEqual(['title'])
    const keys = (await client1(registry.possibleColumns)).body.columns.map(({ key }) => key)
    expect(keys).not.toContain('planned_time')
    const ordered = (await list({ order_by: 'planned_time' }, client1)).data.map((row) => row.id)
    expect(ordered).toEqual((await list({}, client1)).data.map((row) => row.id))
    // Guessing the value reveals nothing: a right guess is refused like a wrong one.
    expect((await update({ planned_time: 480 }, client1)).status).toBe(403)
  })

  test('a client changes its own fields until the entry leaves its first step', async () => {
    expect((await update({ title: 'Яснее', priority: 1, due_date: '2026-05-01' }, client1)).status).toBe(200)
    expect((await update({ step: 2 }, client1)).status).toBe(403)
    await update({ step: 2 })
    const late = await update({ title: 'Ещё яснее' }, client1)
    expect([late.status, Object.keys(late.refusal.errors ?? {})]).toEqual([422, ['title']])
    // Sending the whole entry back unchanged is not a change.
    const same = await update({ title: 'Яснее', step: 2, planned_time: null }, client1)
    expect([same.status, same.body.entry.version]).toEqual([200, 3])
    expect((await detail(client1)).abilities).toMatchObject({
      title: 'Запись уже рассматривают: её меняют только сотрудники поставщика. Напишите им в комментарии',
    })
  })

  test.each([
    ['responsible', (): number => people.manager],
    ['boss', (): number => people.client1],
    ['step', (): number => 99],
    ['company', (): number => 999_999],
  ] as const)('%s has to exist and to fit', async (field, value) => {
    const body = { [field]: value() }
    const answer = await update(body)
    expect([answer.status, Object.keys(answer.refusal.errors ?? {})]).toEqual([422, [field]])
  })

  test('a deleted request, which nobody sees, does not keep an entry with its company', async () => {
    const of = { author_id: people.client1, idcomp: people.company1, idmod: people.module }
    const request_id = await makeRequest(product.deps.db, { ...of, deleted_at: '2026-03-01T09:00:00Z' })
    const entry = await make({ request_id })
    const moved = await manager(registry.updateEntry, { body: { id: entry, company: people.company2 } })
    expect([moved.status, moved.body.entry.company.idcomp]).toEqual([200, people.company2])
    const row = product.deps.db.selectFrom('registry_entries').select('request_id').where('id', '=', entry)
    expect(await row.executeTakeFirst()).toEqual({ request_id: null })
  })

  test('after a change of company the responsible person is checked again', async () => {
    await update({ responsible: people.client1 })
    const moved = await update({ company: people.company2 })
    expect([moved.status, Object.keys(moved.refusal.errors ?? {})]).toEqual([422, ['responsible']])
    expect((await update({ company: people.company2, responsible: null })).status).toBe(200)
  })

  test('a stale version is refused with the current entry; without a version the last write wins', async () => {
    await update({ title: 'Его', version: 1 })
    const mine = await update({ title: 'Моё', version: 1 }, admin)
    expect([mine.status, mine.refusal['current']]).toMatchObject([409, { title: 'Его', version: 2 }])
    expect((await update({ title: 'Моё' }, admin)).body.entry).toMatchObject({ title: 'Моё', version: 3 })
  })

  test('two changes of one version at once: one is saved, the other refused', async () => {
    const both = await Promise.all([
      update({ title: 'Первый', version: 1 }),
      update({ title: 'Второй', version: 1 }, admin),
    ])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect((await detail()).version).toBe(2)
  })

  test('a bulk change of a column: refused ones have a reason, the others are saved', async () => {
    const second = await make()
    await update({ title: 'Успел', version: 1 })
    const { body } = await manager(registry.updateEntries, {
      body: {
        entries: [
          { id, title: 'Не успел', version: 1 },
          { id: second, priority: 4, version: 1 },
          { id: 999_999, priority: 1 },
        ],
      },
    })
    expect(body.saved.map((entry) => [entry.id, entry.priority])).toEqual([[second, 4]])
    expect(body.refused).toMatchObject([
      { id, current: { title: 'Успел', version: 2 } },
      { id: 999_999, reason: 'Запись реестра не найдена', current: null },
    ])
  })

  test('both sides are notified of a change, and nobody if nothing changed', async () => {
    await update({ title: 'Слышно' })
    await update({ title: 'Слышно' })
    const events = await product.deps.db
      .selectFrom('events')
      .select(['kind', 'entity', 'version', 'companies'])
      .where('entity_id', '=', id)
      .where('entity', '=', 'registry_entry')
      .execute()
    expect(events).toEqual([{ kind: 'changed', entity: 'registry_entry', version: 2, companies: [people.company1] }])
  })
})
