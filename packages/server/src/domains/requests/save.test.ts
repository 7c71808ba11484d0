import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { requests, type BodyInput } from '@vypusk/contract'
import { present } from '../../testing/present.ts'
import { testApp, type Api, type TestApp } from '../../testing/app.ts'
import { makePeople, makeRelease, makeRequest } from '../../testing/making/make.ts'

let product: TestApp
let manager: Api
let admin: Api
let client1: Api
let people: Awaited<ReturnType<typeof makePeople>>
let id: number

beforeAll(async () => {
  product = await testApp()
  people = await makePeople(product.deps.db)
  manager = await product.as('manager')
  admin = await product.as('admin')
  client1 = await product.as('client1')
})
afterAll(() => product.close())

const make = (overrides: Partial<Parameters<typeof makeRequest>[1]> = {}) =>
  makeRequest(product.deps.db, {
    author_id: people.client1,
    idcomp: people.company1,
    idmod: people.module,
    ...overrides,
  })
beforeEach(async () => {
  id = await make()
})

const save = (body: object, api = manager) => api(requests.saveBacklog, { body: { request_id: id, ...body } })

test('a number that is larger than any id is a request that is not found', async () => {
  const beyond = 99_999_999_999
  const missing = { status: 404, refusal: { message: 'Заявка не найдена' } }
  expect(await manager(requests.getRequest, { params: { id: beyond } })).toMatchObject(missing)
  expect(await save({ request_id: beyond, planned_time: 60 })).toMatchObject(missing)
})

const detail = async (api = manager) => (await api(requests.getRequest, { params: { id } })).body
const events = () =>
  product.deps.db
    .selectFrom('events')
    .select(['kind', 'entity', 'version', 'companies'])
    .where('entity_id', '=', id)
    .execute()

describe('backlog record', () => {
  test('the first save creates it, the next ones change the given fields', async () => {
    const first = await save({ planned_time: 90 })
    expect(first.body.message).toBe('Success')
    expect(first.body.backlogRequest).toEqual({
      request_id: id,
      title: null,
      planned_time: 90,
      priority: null,
      inBacklog: false,
      version: 2,
    })
    const second = await save({ title: ' В план ', priority: 5, inBacklog: true, version: 2 })
    expect(second.body.backlogRequest).toEqual({
      request_id: id,
      title: 'В план',
      planned_time: 90,
      priority: 5,
      inBacklog: true,
      version: 3,
    })
    expect((await detail()).backlog_request).toEqual(second.body.backlogRequest)
    await save({ title: '', planned_time: null, priority: null })
    expect((await detail()).backlog_request).toMatchObject({
      title: null,
      planned_time: null,
      priority: null,
      inBacklog: true,
    })
  })

  test('the history records each field, and only staff see it', async () => {
    await save({ planned_time: 90, inBacklog: true })
    await save({ planned_time: 120, inBacklog: true })
    const { history } = await detail()
    expect(history.map(({ field, title, before, after }) => [field, title, before, after])).toEqual([
      ['planned_time', 'Часы', 90, 120],
      ['planned_time', 'Часы', null, 90],
      ['inBacklog', 'Внесена в бэклог', null, true],
    ])
    expect(history[0]).toMatchObject({
      user: { id: people.manager },
      via: 'screen',
      at: product.clock.now().toISOString(),
    })
    expect((await detail(client1)).history).toEqual([])
  })

  test('a change that was recorded under former titles is read under the present ones', async () => {
    const former = { priority: 'Приоритет', backlog_priority: 'Приоритет в бэклоге', planned_time: 'Трудоёмкость' }
    await save({ planned_time: 90, priority: 3 })
    const now = product.clock.now().toISOString()
    const common = { entity: 'request', entity_id: id, user_id: people.manager, at: now, via: 'screen' }
    await product.deps.db
      .insertInto('history')
      .values(Object.entries(former).map(([field, title]) => ({ ...common, field, title, after: '1' })))
      .execute()
    const { history } = await detail()
    const shown = history.filter(({ field }) => field in former).map(({ field, title }) => `${field} ${title}`)
    expect(new Set(shown)).toEqual(
      new Set(['priority Приоритет клиента', 'backlog_priority Приоритет', 'planned_time Часы']),
    )
  })

  test('each change emits one event, for staff only; saving the same is not a change', async () => {
    await save({ priority: 3 })
    await save({ priority: 3 })
    expect(await events()).toEqual([{ kind: 'changed', entity: 'request', version: 2, companies: [] }])
  })

  test('another person’s later save is not lost: 409 with the current record', async () => {
    const { version } = await detail()
    await save({ priority: 2, version })
    const late = await save({ priority: 4, title: 'Моё', version }, admin)
    expect(late.status).toBe(409)
    expect(late.refusal['current']).toEqual({
      request_id: id,
      title: null,
      planned_time: null,
      priority: 2,
      inBacklog: false,
      version: version + 1,
    })
    expect((await save({ priority: 4, version: version + 1 }, admin)).status).toBe(200)
    expect((await save({ priority: 1 })).status).toBe(200)
  })

  test('a change of the description meanwhile is no conflict', async () => {
    const { version } = await detail()
    await manager(requests.saveDescription, { params: { id }, body: { description: 'Текст', isSolo: true, version } })
    expect((await save({ priority: 4, version })).status).toBe(200)
    const again = { description: 'Другой', isSolo: true, version }
    expect((await manager(requests.saveDescription, { params: { id }, body: again })).status).toBe(409)
  })

  test('of twenty saves of one version at once one is accepted', async () => {
    const { version } = await detail()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => save({ planned_time: index + 1, version })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
    expect((await detail()).history).toHaveLength(2)
  })

  test.each([
    ['planned_time', { planned_time: 600_001 }],
    ['planned_time', { planned_time: -1 }],
    ['planned_time', { planned_time: 1.5 }],
    ['priority', { priority: 6 }],
    ['title', { title: 'я'.repeat(501) }],
    ['inBacklog', { inBacklog: 'да' }],
    ['request_id', { request_id: 0 }],
  ])('%s is refused: %j', async (field, body) => {
    const { status, refusal } = await save(body)
    expect(status).toBe(422)
    expect(Object.keys(refusal.errors ?? {})).toEqual([field])
  })

  test('missing requests and clients are refused', async () => {
    const { status, refusal } = await save({ request_id: 999_999 })
    expect([status, refusal.message]).toEqual([404, 'Заявка не найдена'])
    expect((await save({ priority: 1 }, client1)).status).toBe(403)
    id = await make({ deleted_at: '2026-03-01T00:00:00.000Z' })
    expect((await save({ priority: 1 })).status).toBe(404)
  })

  test('several at once get the same fields, missing ones are listed with the reason', async () => {
    const ids = [await make(), await make(), await make()]
    await manager(requests.saveBacklog, { body: { request_id: present(ids[0]), planned_time: 60 } })
    const body = { requests: [...ids, 999_999, present(ids[0])], inBacklog: true, priority: 5 }
    const { status, body: reply } = await manager(requests.saveManyBacklog, { body })
    expect(status).toBe(200)
    expect(reply).toMatchObject({
      message: 'Success',
      saved: ids,
      refused: [{ id: 999_999, reason: 'Заявка не найдена' }],
    })
    const rows = (await manager(requests.backlogSummary, { body: { order_by: 'id' } })).body.data
    const saved = rows.filter((row) => ids.includes(row.id)).map(({ backlog_request }) => backlog_request)
    expect(saved.map((one) => [one?.planned_time, one?.priority, one?.inBacklog])).toEqual([
      [60, 5, true],
      [null, 5, true],
      [null, 5, true],
    ])
  })
})

test('what a colleague has saved since is neither overwritten by several at once nor by undoing them', async () => {
  const ids = [await make(), await make()]
  const together = async (body: Partial<BodyInput<typeof requests.saveManyBacklog>>) =>
    (await manager(requests.saveManyBacklog, { body: { requests: ids, ...body } })).body
  const { versions, before } = await together({ priority: 5 })
  await manager(requests.saveBacklog, { body: { request_id: present(ids[1]), priority: 2 } })
  const undone = await together({ priority: present(before[0]).priority, versions })
  expect(undone).toMatchObject({
    saved: [ids[0]],
    refused: [{ id: ids[1], reason: 'Запись уже изменил другой человек' }],
    before: [{ request_id: ids[0], priority: 5 }],
  })
  // The versions of a reply are the present ones, whether something changed or not.
  const again = await together({ priority: 3, planned_time: null })
  expect((await together({ priority: 3, versions: again.versions })).refused).toEqual([])
})

describe('description', () => {
  const describeIt = (body: { description: string; isSolo: boolean; version?: number }, api = manager) =>
    api(requests.saveDescription, { params: { id }, body })

  test('only clean HTML is stored, and the history records it', async () => {
    const dirty =
      '<p onclick="x()">Текст <b>новый</b><script>alert(1)</script><img src=x onerror=y></p><a href="javascript:z()">тут</a>'
    const { status, body } = await describeIt({ description: dirty, isSolo: false })
    expect(status).toBe(200)
    expect(body.request).toMatchObject({
      description: '<p>Текст <b>новый</b></p><a>тут</a>',
      isSolo: false,
      version: 2,
    })
    expect(body.request.history.map(({ field }) => field).toSorted()).toEqual(['description', 'isSolo'])
    expect((await events()).map(({ companies }) => companies)).toEqual([[people.company1]])
  })

  test('a stale one is refused with both texts kept', async () => {
    await describeIt({ description: 'Первый', isSolo: true, version: 1 })
    const { status, refusal } = await describeIt({ description: 'Второй', isSolo: true, version: 1 }, admin)
    expect(status).toBe(409)
    expect(refusal['current']).toEqual({ description: 'Первый', isSolo: true, version: 2 })
  })

  test('404 and 403', async () => {
    expect((await describeIt({ description: '', isSolo: true }, client1)).status).toBe(403)
    id = 999_999
    const { status, refusal } = await describeIt({ description: '', isSolo: true })
    expect([status, refusal.message]).toEqual([404, 'Заявка не найдена'])
  })
})

describe('one request', () => {
  test('is returned with everything below it, for staff and for its client', async () => {
    const { db } = product.deps
    await db
      .insertInto('issues')
      .values({ request_id: id, title: 'Задача', status: 'В работе', planned_time: 60 })
      .execute()
    const sha256 = 'a'.repeat(64)
    const file = await db
      .insertInto('files')
      .values({
        file_name: 'акт.pdf',
        size: 10,
        sha256,
        storage_key: crypto.randomUUID(),
        uploaded: '2026-03-01T09:00:00Z',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('request_files').values({ request_id: id, file_id: file.id }).execute()
    const staff = await detail()
    expect(staff.issues).toMatchObject([{ title: 'Задача', planned_time: 60, spent_time: 0 }])
    expect(staff.files).toMatchObject([{ file_name: 'акт.pdf', size: 10, sha256 }])
    expect(staff.abilities).toMatchObject({ edit_backlog: true, edit_description: true, add_to_release: true })
    const client = await detail(client1)
    expect(client).toMatchObject({ id, issues: [], backlog_request: null })
    expect(client.abilities.edit_backlog).toBe('Это делают сотрудники поставщика')
  })

  test('for a release is refused if it is in another one', async () => {
    const one = await makeRelease(product.deps.db, { author_id: people.manager })
    const other = await makeRelease(product.deps.db, { author_id: people.manager })
    const ask = (for_release: number) => manager(requests.getRequest, { params: { id }, query: { for_release } })
    expect((await ask(one)).status).toBe(200)
    id = await make({ release_id: one })
    expect((await ask(one)).body.abilities.add_to_release).toBe('Заявка уже добавлена в релиз')
    const { status, refusal } = await ask(other)
    expect([status, refusal.message]).toEqual([422, 'Заявка уже добавлена в релиз'])
    expect((await ask(0)).status).toBe(422)
  })
})
