import { afterAll, beforeAll, expect, test } from 'vitest'
import { agreements, type BodyInput, type QueryInput } from '@vypusk/contract'
import { testApp, type Api, type TestApp } from '../../testing/app.ts'
import { makePeople, makePerson, makeRelease } from '../../testing/make.ts'

let product: TestApp
let people: Awaited<ReturnType<typeof makePeople>>
let manager: Api
let client1: Api
let client2: Api

beforeAll(async () => {
  product = await testApp()
  people = await makePeople(product.deps.db)
  manager = await product.as('manager')
  client1 = await product.as('client1')
  client2 = await product.as('client2')
})
afterAll(() => product.close())

const newRelease = (given: { is_visible_for_client?: boolean; title?: string } = {}) =>
  makeRelease(
    product.deps.db,
    { author_id: people.manager, ...given },
    { companies: [people.company1, people.company2], modules: [people.module] },
  )

const draft = (release_id: number, given: object = {}) => ({
  release_id,
  company_id: people.company1,
  recipients: [people.client1],
  recipientsExtra: [],
  releaseDate: '2026-03-20',
  releaseTime: '22:00',
  ...given,
})

async function newAgreement(given: object = {}, release?: number): Promise<number> {
  const { body } = await manager(agreements.add, { body: draft(release ?? (await newRelease()), given) })
  return body.id
}

type Body = BodyInput<typeof agreements.update>
const update = (api: Api, id: number, body: Body) => api(agreements.update, { params: { id }, body })
const read = async (api: Api, id: number) => (await api(agreements.get, { params: { id } })).body

test('an agreement is made with all that was said', async () => {
  const release_id = await newRelease()
  const { status, body } = await manager(agreements.add, {
    body: draft(release_id, {
      recipients: [{ id: people.client1, name: 'x' }, people.admin],
      recipientsExtra: [' it@example.ru ', 'IT@example.ru'],
      remark: 'Ночью',
      isPublishedOnTestEnv: true,
    }),
  })
  expect([status, body.message]).toEqual([200, 'Success'])
  expect(await read(manager, body.id)).toMatchObject({
    release_id,
    company_id: people.company1,
    details: { id: release_id },
    status: 0,
    by_rivc: false,
    by_client: false,
    remark: 'Ночью',
    isPublishedOnTestEnv: true,
    releaseDate: '2026-03-20',
    releaseTime: '22:00',
    recipientsExtra: ['it@example.ru'],
    recipients: [{ name: 'Имя admin', idcomp: null }, { name: 'Имя client1', idcomp: people.company1 }],
    version: 1,
  })
  const found = await manager(agreements.checkExists, { params: { release_id, company_id: people.company1 } })
  expect(found.body).toEqual({ exists: true, id: body.id })
  const other = await manager(agreements.checkExists, { params: { release_id, company_id: people.company2 } })
  expect(other.body).toEqual({ exists: false, id: null })
})

test('twenty at once make exactly one, the others get its id', async () => {
  const release_id = await newRelease()
  const answers = await Promise.all(Array.from({ length: 20 }, () => manager(agreements.add, { body: draft(release_id) })))
  const made = answers.filter(({ status }) => status === 200)
  expect(made).toHaveLength(1)
  const refused = answers.filter(({ status }) => status === 409)
  expect(refused).toHaveLength(19)
  for (const { refusal } of refused) expect(refusal).toEqual({ message: 'Agreement already exists!', id: made[0]!.body.id })
})

test('the same idempotency key makes one agreement and gets the same answer', async () => {
  const release_id = await newRelease()
  const headers = { 'idempotency-key': 'one-agreement' }
  const [first, second] = [
    await manager(agreements.add, { body: draft(release_id), headers }),
    await manager(agreements.add, { body: draft(release_id), headers }),
  ]
  expect(second.status).toBe(200)
  expect(second.body).toEqual(first.body)
})

test('what cannot be agreed is refused at its field', async () => {
  const { db } = product.deps
  const release_id = await newRelease()
  const alone = await makeRelease(db, { author_id: people.manager }, { companies: [people.company2] })
  const excluded = await newRelease()
  await db
    .insertInto('not_publishing_list')
    .values({ release_id: excluded, idcomp: people.company1, user_id: people.manager, at: '2026-03-01T09:00:00Z' })
    .execute()
  const cases: [object, string][] = [
    [draft(999_999), 'release_id'],
    [draft(alone), 'company_id'],
    [draft(release_id, { company_id: 999_999 }), 'company_id'],
    [draft(excluded), 'company_id'],
    [draft(release_id, { recipients: [people.client2] }), 'recipients'],
    [draft(release_id, { recipients: [999_999] }), 'recipients'],
    [draft(release_id, { recipientsExtra: ['не адрес'] }), 'recipientsExtra.0'],
    [draft(release_id, { releaseDate: '20.03.2026' }), 'releaseDate'],
    [draft(release_id, { releaseTime: '25:00' }), 'releaseTime'],
  ]
  for (const [body, field] of cases) {
    const { status, refusal } = await manager(agreements.add, { body: body as ReturnType<typeof draft> })
    expect([status, Object.keys(refusal.errors ?? {})], field).toEqual([422, [field]])
  }
})

test('recipients without a mail address are dropped', async () => {
  const silent = await makePerson(product.deps.db, 'silent', { idcomp: people.company1, email: null })
  const id = await newAgreement({ recipients: [silent, people.client1] })
  expect((await read(manager, id)).recipients.map((one) => one.id)).toEqual([people.client1])
})

test('status goes 0, 1, 2 and back to 0 when the date moves', async () => {
  const id = await newAgreement()
  const asked = await update(manager, id, { updateTarget: 5 })
  expect(asked.body.agreement).toMatchObject({ status: 1, by_rivc: true, by_client: false })
  expect(asked.body.agreement.sent_at).not.toBeNull()
  expect((await update(client1, id, { updateTarget: 5 })).body.agreement).toMatchObject({ status: 2, by_client: true })
  const move = { updateTarget: 4, releaseDate: '2026-03-27', releaseTime: '' } as const
  const refused = await update(manager, id, move)
  expect([refused.status, Object.keys(refused.refusal.errors ?? {})]).toEqual([422, ['cancel_reason']])
  const moved = await update(manager, id, { ...move, cancel_reason: 'Сдвиг тестирования' })
  expect(moved.body.agreement).toMatchObject({
    status: 0,
    by_rivc: false,
    by_client: false,
    releaseDate: '2026-03-27',
    releaseTime: null,
    cancel_reason: 'Сдвиг тестирования',
    sent_at: null,
  })
})

/** Every target with a body that is valid. */
const bodies = {
  0: { updateTarget: 0, remark: 'Рано' },
  1: { updateTarget: 1, isPublishedOnTestEnv: true },
  2: { updateTarget: 2, recipients: [] },
  3: { updateTarget: 3, recipientsExtra: ['it@example.ru'] },
  4: { updateTarget: 4, releaseDate: '2026-03-21', cancel_reason: 'Сдвиг' },
  5: { updateTarget: 5 },
  behalf: { updateTarget: 5, on_behalf: 'client', remark: 'Звонок' },
} satisfies Record<string, Body>
type Target = keyof typeof bodies
const states = { required: [], sent: ['manager'], agreed: ['manager', 'client1'] } as const
type State = keyof typeof states

const expected: Record<string, Record<Target, Record<State, number>>> = {
  manager: {
    0: { required: 200, sent: 200, agreed: 200 },
    1: { required: 200, sent: 200, agreed: 200 },
    2: { required: 200, sent: 200, agreed: 200 },
    3: { required: 200, sent: 200, agreed: 200 },
    4: { required: 200, sent: 200, agreed: 200 },
    5: { required: 200, sent: 422, agreed: 422 },
    behalf: { required: 422, sent: 200, agreed: 422 },
  },
  client1: {
    0: { required: 200, sent: 200, agreed: 200 },
    1: { required: 403, sent: 403, agreed: 403 },
    2: { required: 403, sent: 403, agreed: 403 },
    3: { required: 403, sent: 403, agreed: 403 },
    4: { required: 403, sent: 403, agreed: 403 },
    5: { required: 422, sent: 200, agreed: 422 },
    behalf: { required: 403, sent: 403, agreed: 403 },
  },
  client2: Object.fromEntries(
    Object.keys(bodies).map((target) => [target, { required: 404, sent: 404, agreed: 404 }]),
  ) as Record<Target, Record<State, number>>,
}

const cells = Object.entries(expected).flatMap(([who, targets]) =>
  (Object.keys(bodies) as unknown[] as Target[]).flatMap((target) =>
    (Object.keys(states) as State[]).map((state) => ({ who, target, state, status: targets[target][state] })),
  ),
)

test.each(cells)('$who · target $target · $state → $status', async ({ who, target, state, status }) => {
  const apis: Record<string, Api> = { manager, client1, client2 }
  const id = await newAgreement({ recipients: [] })
  for (const approver of states[state]) await update(apis[approver]!, id, { updateTarget: 5 })
  const before = await read(manager, id)
  const answer = await update(apis[who]!, id, bodies[target])
  expect(answer.status).toBe(status)
  const after = await read(manager, id)
  expect(after.version).toBe(before.version + (status === 200 && after.history.length > before.history.length ? 1 : 0))
  if (status !== 200) expect(after).toEqual(before)
})

test('two approving at once: one is done, the other hears that it is', async () => {
  const id = await newAgreement({ recipients: [] })
  const answers = await Promise.all(Array.from({ length: 20 }, () => update(manager, id, { updateTarget: 5 })))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(19)
  const words = await Promise.all(Array.from({ length: 20 }, () => update(client1, id, { updateTarget: 5 })))
  expect(words.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(words.find(({ status }) => status === 422)!.refusal.message).toBe('Вы уже согласовали эту дату')
  expect((await read(manager, id)).history.filter(({ field }) => field.startsWith('by_'))).toHaveLength(2)
})

test('a stale version is refused with what is there now', async () => {
  const id = await newAgreement()
  await update(manager, id, { updateTarget: 0, remark: 'Первое', version: 1 })
  const { status, refusal } = await update(manager, id, { updateTarget: 0, remark: 'Второе', version: 1 })
  expect(status).toBe(409)
  expect(refusal['current']).toMatchObject({ id, remark: 'Первое', version: 2 })
  expect((await update(manager, id, { updateTarget: 0, remark: 'Второе' })).status).toBe(200)
})

test('the history says who, what, and on whose behalf', async () => {
  const id = await newAgreement()
  await update(manager, id, { updateTarget: 5 })
  const silent = await update(manager, id, { updateTarget: 5, on_behalf: 'client' })
  expect([silent.status, Object.keys(silent.refusal.errors ?? {})]).toEqual([422, ['remark']])
  await update(manager, id, { updateTarget: 5, on_behalf: 'client', remark: 'Звонок 06.03' })
  const { history, remark, status } = await read(manager, id)
  expect([status, remark]).toEqual([2, ''])
  expect(history[0]).toMatchObject({
    field: 'by_client',
    title: 'Согласование клиента',
    before: false,
    after: true,
    via: 'on_behalf',
    note: 'Звонок 06.03',
    user: { id: people.manager },
  })
  expect(history.at(-1)).toMatchObject({ field: expect.any(String), before: null, via: 'screen' })
})

test("another company's agreement is not there", async () => {
  const id = await newAgreement()
  expect((await client2(agreements.get, { params: { id } })).status).toBe(404)
  const { body } = await client2(agreements.list)
  expect(body.data.filter((row) => row.company_id !== people.company2)).toEqual([])
  expect((await client2(agreements.getFilters)).body.companies.map(({ idcomp }) => idcomp)).not.toContain(people.company1)
})

test('a client knows of a hidden release only while the client is asked', async () => {
  const id = await newAgreement({}, await newRelease({ is_visible_for_client: false }))
  expect((await client1(agreements.get, { params: { id } })).status).toBe(404)
  expect((await update(client1, id, { updateTarget: 0, remark: 'Что это?' })).status).toBe(404)
  await update(manager, id, { updateTarget: 5 })
  expect((await read(client1, id)).status).toBe(1)
})

test('a client gets no letters of others and only the own abilities', async () => {
  const id = await newAgreement()
  await update(manager, id, { updateTarget: 5 })
  const mine = await read(client1, id)
  expect(mine.deliveries).toEqual([])
  expect(mine.abilities).toMatchObject({ approve: true, remark: true, date: 'Это меняют только сотрудники поставщика' })
  expect((await read(manager, id)).deliveries).toHaveLength(1)
})

test('an agreement is deleted until it is agreed and published', async () => {
  const { db } = product.deps
  const release_id = await newRelease()
  const id = await newAgreement({}, release_id)
  const remove = () => manager(agreements.remove, { params: { id } })
  await update(manager, id, { updateTarget: 5 })
  await update(client1, id, { updateTarget: 5 })
  const made_at = '2026-03-05T09:00:00Z'
  const publication = await db
    .insertInto('publications')
    .values({ author_id: people.manager, created_at: made_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  const item = await db
    .insertInto('publication_releases')
    .values({ publication_id: publication.id, idx: 0, release_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('publication_customers').values({ publication_release_id: item.id, idcomp: people.company1 }).execute()
  const refused = await remove()
  expect([refused.status, refused.refusal.message]).toEqual([
    422,
    'Согласование нельзя удалить: дата согласована и релиз опубликован',
  ])
  await update(manager, id, { updateTarget: 4, releaseDate: '2026-04-01', cancel_reason: 'Перенос' })
  expect((await remove()).status).toBe(200)
  expect((await remove()).status).toBe(404)
  expect((await manager(agreements.get, { params: { id } })).status).toBe(404)
  expect((await manager(agreements.add, { body: draft(release_id) })).status).toBe(200)
})

test('the list filters, searches, orders, pages and counts', async () => {
  const release_id = await newRelease({ title: 'Уникальный учёт №5' })
  const first = await newAgreement({ releaseDate: '2027-01-10' }, release_id)
  const second = await newAgreement({ company_id: people.company2, recipients: [], releaseDate: '2027-02-10' }, release_id)
  await update(manager, second, { updateTarget: 5 })
  const ids = async (query: QueryInput<typeof agreements.list>) => {
    const { status, body } = await manager(agreements.list, { query: { release_ids: release_id, ...query } })
    expect(status).toBe(200)
    return body.data.map(({ id }) => id)
  }
  expect(await ids({})).toEqual([second, first])
  expect(await ids({ order_by: 'releaseDate' })).toEqual([first, second])
  expect(await ids({ order_by: 'status', isDesc: true })).toEqual([second, first])
  expect(await ids({ statuses: '1,2' })).toEqual([second])
  expect(await ids({ client_ids: people.company1 })).toEqual([first])
  expect(await ids({ date_from: '2027-01-11' })).toEqual([second])
  expect(await ids({ date_to: '2027-01-10' })).toEqual([first])
  expect(await ids({ search_string: 'УЧЕТ' })).toEqual([second, first])
  expect(await ids({ search_string: String(first) })).toContain(first)
  expect(await ids({ search_string: '100%' })).toEqual([])
  expect(await ids({ per_page: 1, page: 2 })).toEqual([first])
  const { body } = await manager(agreements.list, { query: { release_ids: release_id, page: 9 } })
  expect(body).toMatchObject({ total: 2, data: [], from: null, to: null, current_page: 9 })
  expect(body.counts.by_status.map(({ count }) => count)).toEqual([1, 1, 0])
  expect((await manager(agreements.list, { query: { order_by: 'nothing' as 'id' } })).status).toBe(422)
})

test.each(agreements.agreementOrder)('the list can be ordered by %s both ways, and a page repeats nobody', async (order_by) => {
  for (const isDesc of [true, false]) {
    const rows = await Promise.all(
      [1, 2, 3].map((page) => manager(agreements.list, { query: { order_by, isDesc, page, per_page: 5 } })),
    )
    const ids = rows.flatMap(({ body }) => body.data.map(({ id }) => id))
    expect(new Set(ids).size).toBe(ids.length)
  }
})
