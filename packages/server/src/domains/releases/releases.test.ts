import { afterAll, describe, expect, test } from 'vitest'
import { releases } from '@vypusk/contract'
import { makeCompany } from '../../testing/making/make.ts'
import { releasesWorld } from '../../testing/releases.ts'

const { product, db, people, staff, client, newRelease, newRequest, detail } = await releasesWorld()
afterAll(() => product.close())

describe('requests', () => {
  const add = (id: number, requests: number[]) => staff(releases.addRequests, { params: { id }, body: { requests } })

  test('all or nothing, with the messages of the brief', async () => {
    const [release, request] = [await newRelease(), await newRequest()]
    expect(await add(release, [request, 999_999])).toMatchObject({
      status: 404,
      refusal: { message: 'Заявка не найдена', errors: { requests: ['999999'] } },
    })
    expect((await detail(release)).requests).toEqual([])
    expect((await add(release, [request])).body.requests).toMatchObject([{ id: request, release: { id: release } }])
    expect(await add(release, [request])).toMatchObject({
      status: 422,
      refusal: { message: 'Заявка уже добавлена в релиз', errors: { requests: [String(request)] } },
    })
  })

  test('twenty releases take one request at once: one gets it', async () => {
    const request = await newRequest()
    const wanting = await Promise.all(Array.from({ length: 20 }, () => newRelease()))
    const replies = await Promise.all(wanting.map((id) => add(id, [request])))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 422)).toHaveLength(19)
  })

  test('a removed request is free; one that is not in the release is not found', async () => {
    const [release, request] = [await newRelease(), await newRequest()]
    await add(release, [request])
    const params = { id: release, request }
    expect((await staff(releases.removeRequest, { params })).status).toBe(200)
    expect(await staff(releases.removeRequest, { params })).toMatchObject({
      status: 404,
      refusal: { message: 'Заявка не найдена' },
    })
    expect((await add(await newRelease(), [request])).status).toBe(200)
  })

  test('tasks are listed with their sums', async () => {
    const [release, request] = [await newRelease(), await newRequest({ planned_time: 60, inBacklog: true })]
    await add(release, [request])
    const task = { request_id: request, status: 'В работе', planned_time: 30, spent_time: 45 }
    await db
      .insertInto('issues')
      .values([
        { ...task, title: 'Раз' },
        { ...task, title: 'Два' },
      ])
      .execute()
    const { body } = await staff(releases.requestsWithIssues, { params: { id: release } })
    expect(body.requestsIssuesInfo).toMatchObject({ planned_requests_time: 60, spent_time: 90 })
    expect(body.requests[0]?.issues.map(({ title }) => title)).toEqual(['Раз', 'Два'])
    const info = await staff(releases.requestsIssues, { body: { requests: [request] } })
    expect(info.body.requestsIssuesInfo).toEqual(body.requestsIssuesInfo)
    const none = await staff(releases.requestsIssues, { body: { requests: [] } })
    expect(none.body.requestsIssuesInfo).toEqual({ planned_requests_time: 0, spent_time: 0, items: [] })
    const checked = await staff(releases.checkRequests, { params: { id: 0 }, body: { requests: [] } })
    expect(checked.body).toMatchObject({ free: [], taken: [], missing: [], companies: [], modules: [] })
  })
})

describe('deleting', () => {
  test('hides the release and frees its requests', async () => {
    const [release, request] = [await newRelease(), await newRequest()]
    await staff(releases.addRequests, { params: { id: release }, body: { requests: [request] } })
    expect((await staff(releases.remove, { params: { id: release } })).status).toBe(200)
    expect((await staff(releases.get, { params: { id: release } })).status).toBe(404)
    const { body } = await staff(releases.list, { body: { search_string: String(release) } })
    expect(body.data.map(({ id }) => id)).not.toContain(release)
    const again = await staff(releases.addRequests, {
      params: { id: await newRelease() },
      body: { requests: [request] },
    })
    expect(again.status).toBe(200)
  })

  test('is refused once published', async () => {
    const id = await newRelease({ published_at: '2026-03-05T09:00:00.000Z' })
    const { status, refusal } = await staff(releases.remove, { params: { id } })
    expect([status, refusal.message]).toEqual([422, 'Релиз опубликован, удалить его нельзя'])
    expect((await detail(id)).abilities.delete).toBe(refusal.message)
  })
})

describe('steps', () => {
  test('every change is recorded with who, when and why', async () => {
    const id = await newRelease({ created_at: '2026-03-01T06:30:00.000Z' })
    const move = (step_id: number, comment?: string) =>
      staff(releases.changeStep, { params: { id }, body: { step_id, comment } })
    const { body } = await move(1, 'Начали')
    expect(body.release).toMatchObject({ step: { id: 1, name_step: 'Разработка' }, version: 2 })
    expect(body.release.steps_history).toMatchObject([
      { step: { id: 0 }, days: 5 },
      { step: { id: 1 }, days: 0, left_at: null, comment: 'Начали', user: { id: people.manager } },
    ])
    expect((await move(1)).body.release.version).toBe(2)
    expect((await move(0)).body.release.step.id).toBe(0)
    const { changes } = (await staff(releases.getHistory, { params: { id } })).body
    expect(changes).toMatchObject([
      { field: 'step', before: 'Разработка', after: 'Планирование' },
      { field: 'step', before: 'Планирование', after: 'Разработка', note: 'Начали' },
    ])
    expect(await move(777)).toMatchObject({ status: 422, refusal: { errors: { step_id: ['Такого этапа нет'] } } })
  })

  test('a step that has the name of a hidden one is another step', async () => {
    const name_step = 'Разработка'
    const hidden = await db
      .insertInto('release_steps')
      .values({ name_step, order: 91, hidden_at: '2026-03-01T09:00:00.000Z' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const id = await newRelease({ step_id: hidden.id })
    const { body } = await staff(releases.changeStep, { params: { id }, body: { step_id: 1 } })
    expect(body.release).toMatchObject({ step: { id: 1, name_step }, version: 2 })
  })

  test("the installation's own steps are listed in order, without planning", async () => {
    const { steps } = (await client(releases.steps)).body
    expect(steps.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6])
  })
})

describe('texts', () => {
  test('terms are cleaned, comments stored as typed, and both refuse a stale version', async () => {
    const id = await newRelease()
    const terms = '<p>Ок</p><iframe src="x"></iframe>'
    expect((await staff(releases.saveTerms, { body: { release_id: id, terms, version: 1 } })).body.version).toBe(2)
    expect((await staff(releases.getTerms, { params: { id } })).body).toEqual({ terms: '<p>Ок</p>' })
    const stale = await staff(releases.saveComment, { params: { id }, body: { comment: 'a', version: 1 } })
    expect(stale).toMatchObject({ status: 409, refusal: { current: { version: 2 } } })
    await staff(releases.saveComment, { params: { id }, body: { comment: '<b>как есть</b>' } })
    expect((await staff(releases.getComment, { params: { id } })).body).toEqual({ comment: '<b>как есть</b>' })
  })
})

describe('not publishing', () => {
  const list = (release_id: number, company_id: number, remove = false) =>
    staff(releases.notPublishing, { body: { release_id, company_id, reason: 'Просили', remove } })

  test('a listed company has status −1 and is not waited for', async () => {
    const id = await newRelease()
    expect((await list(id, people.company2)).body.notPublishingList).toEqual([people.company2])
    const { companies, readiness, notPublishingList } = await detail(id)
    expect(companies.map(({ status }) => status)).toEqual([0, -1])
    expect(readiness).toMatchObject({ expected: 1 })
    expect(notPublishingList).toEqual([people.company2])
    expect((await detail(id)).notPublishingReasons).toEqual([
      {
        idcomp: people.company2,
        reason: 'Просили',
        client_reason: null,
        user: { id: people.manager, name: 'Имя manager' },
        at: product.clock.now().toISOString(),
      },
    ])
    expect(await detail(id, client)).not.toHaveProperty('notPublishingReasons')
    const [change] = (await staff(releases.getHistory, { params: { id } })).body.changes
    expect(change).toMatchObject({ field: 'notPublishingList', after: [expect.stringMatching(/ \(Просили\)$/)] })
    expect((await list(id, people.company2, true)).body.notPublishingList).toEqual([])
    expect((await list(id, await makeCompany(db))).status).toBe(422)
  })

  test('listed again with the same reason, it stays listed by whom it was, and nobody hears of it', async () => {
    const id = await newRelease()
    const events = () => db.selectFrom('events').select('id').where('entity', '=', 'release').execute()
    await list(id, people.company2)
    const [before, count] = [await detail(id), (await events()).length]
    const admin = await product.as('admin')
    const again = (body: object) =>
      admin(releases.notPublishing, {
        body: { release_id: id, company_id: people.company2, reason: 'Просили', ...body },
      })
    await again({})
    const after = await detail(id)
    expect([after.version, after.notPublishingReasons]).toEqual([before.version, before.notPublishingReasons])
    expect(await events()).toHaveLength(count)
    await again({ client_reason: 'Перенесли' })
    expect((await detail(id)).version).toBe(before.version + 1)
    expect((await list(id, people.company1, true)).status).toBe(200)
    expect((await detail(id)).version).toBe(before.version + 1)
  })
})

test('the calculation says what its day leaves out, and names no day beyond the last', async () => {
  const ask = async (start_date: string, planned_time: number) =>
    (
      await staff(releases.calculationRequests, {
        params: { id: 0 },
        query: { start_date, planned_time: String(planned_time) },
      })
    ).body.calculation
  expect(await ask('2027-11-08', 480)).toMatchObject({ ends: true, warnings: [] })
  const [sentence] = (await ask('2028-05-01', 480)).warnings
  expect(sentence).toBe('Производственный календарь на 2028 год не заполнен: праздники считаются рабочими днями')
  expect(await ask('2100-12-01', 480_000)).toMatchObject({
    ends: false,
    warnings: ['Работа кончится позже 31.12.2100: дальше дни не считаются'],
  })
})

test('the calculation uses the values of the form, and the release’s for the rest', async () => {
  const busy = await newRelease({ start_date: '2026-04-01', plan_date: '2026-05-31', title: 'Другой' })
  const id = await newRelease({ start_date: '2026-04-29', plan_date: '2026-05-29', planned_time: 480 })
  const request = await newRequest({ planned_time: 901, inBacklog: true })
  const ask = async (query: Record<string, string>, release = id) =>
    (await staff(releases.calculationRequests, { params: { id: release }, query })).body.calculation
  const calculation = await ask({ requests: String(request) })
  expect(calculation).toMatchObject({
    planned_requests_time: 901,
    planned_time: 480,
    difference: -421,
    plan_date: '2026-05-04',
    people: 1,
  })
  expect(calculation.busy.map(({ release }) => release.id)).toContain(busy)
  expect(await ask({ requests: String(request), start_date: '', planned_time: '' })).toEqual(calculation)
  expect(await ask({})).toMatchObject({ planned_requests_time: 0, plan_date: '2026-04-29' })
  expect(await ask({ requests: '', start_date: '2026-04-30', planned_time: '421', users: '' }, 0)).toMatchObject({
    plan_date: '2026-05-04',
    people: 1,
    busy: [],
  })
})
