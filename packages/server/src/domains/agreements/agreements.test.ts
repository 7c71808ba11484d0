import { expect, test } from 'vitest'
import { agreements, type QueryInput } from '@vypusk/contract'
import { agreementWorld, draft, newAgreement, newRelease, read, update } from '../../testing/agreements.ts'
import { makeAgreement, makeCompany, makePerson, makeRelease } from '../../testing/making/make.ts'

const world = agreementWorld()

test('an agreement is created with all the given fields', async () => {
  const release_id = await newRelease(world)
  const { status, body } = await world.manager(agreements.add, {
    body: draft(world, release_id, {
      recipients: [{ id: world.people.client1 }, world.people.admin],
      recipientsExtra: [' it@example.ru ', 'IT@example.ru'],
      remark: 'Ночью',
      isPublishedOnTestEnv: true,
    }),
  })
  expect([status, body.message]).toEqual([200, 'Success'])
  expect(await read(world.manager, body.id)).toMatchObject({
    release_id,
    company_id: world.people.company1,
    details: { id: release_id },
    status: 0,
    by_rivc: false,
    by_client: false,
    remark: 'Ночью',
    isPublishedOnTestEnv: true,
    releaseDate: '2026-03-20',
    releaseTime: '22:00',
    clock: 'UTC',
    recipientsExtra: ['it@example.ru'],
    recipients: [
      { name: 'Имя admin', idcomp: null },
      { name: 'Имя client1', idcomp: world.people.company1 },
    ],
    version: 1,
  })
  const found = await world.manager(agreements.checkExists, {
    params: { release_id, company_id: world.people.company1 },
  })
  expect(found.body).toEqual({ exists: true, id: body.id })
  const other = await world.manager(agreements.checkExists, {
    params: { release_id, company_id: world.people.company2 },
  })
  expect(other.body).toEqual({ exists: false, id: null })
})

test('twenty concurrent calls create exactly one agreement, the others get its id', async () => {
  const release_id = await newRelease(world)
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => world.manager(agreements.add, { body: draft(world, release_id) })),
  )
  const made = answers.filter(({ status }) => status === 200)
  expect(made).toHaveLength(1)
  const refused = answers.filter(({ status }) => status === 409)
  expect(refused).toHaveLength(19)
  for (const { refusal } of refused)
    expect(refusal).toEqual({ message: 'Agreement already exists!', id: made[0]!.body.id })
})

test('calls with the same idempotency key create one agreement and get the same answer', async () => {
  const release_id = await newRelease(world)
  const headers = { 'idempotency-key': 'one-agreement' }
  const [first, second] = [
    await world.manager(agreements.add, { body: draft(world, release_id), headers }),
    await world.manager(agreements.add, { body: draft(world, release_id), headers }),
  ]
  expect(second.status).toBe(200)
  expect(second.body).toEqual(first.body)
})

test('an invalid draft is refused at its field', async () => {
  const { db } = world.product.deps
  const release_id = await newRelease(world)
  const alone = await makeRelease(db, { author_id: world.people.manager }, { companies: [world.people.company2] })
  const excluded = await newRelease(world)
  await db
    .insertInto('not_publishing_list')
    .values({
      release_id: excluded,
      idcomp: world.people.company1,
      user_id: world.people.manager,
      at: '2026-03-01T09:00:00Z',
    })
    .execute()
  const cases: [ReturnType<typeof draft>, string][] = [
    [draft(world, 999_999), 'release_id'],
    [draft(world, alone), 'company_id'],
    [draft(world, release_id, { company_id: 999_999 }), 'company_id'],
    [draft(world, excluded), 'company_id'],
    [draft(world, release_id, { recipients: [world.people.client2] }), 'recipients'],
    [draft(world, release_id, { recipients: [999_999] }), 'recipients'],
    [draft(world, release_id, { recipientsExtra: ['не адрес'] }), 'recipientsExtra.0'],
    [draft(world, release_id, { releaseDate: '20.03.2026' }), 'releaseDate'],
    [draft(world, release_id, { releaseTime: '25:00' }), 'releaseTime'],
  ]
  for (const [body, field] of cases) {
    const { status, refusal } = await world.manager(agreements.add, { body })
    expect([status, Object.keys(refusal.errors ?? {})]).toEqual([422, [field]])
  }
})

test('recipients without a mail address are dropped', async () => {
  const silent = await makePerson(world.product.deps.db, 'silent', { idcomp: world.people.company1, email: null })
  const id = await newAgreement(world, { recipients: [silent, world.people.client1] })
  expect((await read(world.manager, id)).recipients.map((one) => one.id)).toEqual([world.people.client1])
})

test('an agreement of another company is not found', async () => {
  const id = await newAgreement(world)
  expect((await world.client2(agreements.get, { params: { id } })).status).toBe(404)
  const { body } = await world.client2(agreements.list)
  expect(body.data.filter((row) => row.company_id !== world.people.company2)).toEqual([])
  expect((await world.client2(agreements.getFilters)).body.companies.map(({ idcomp }) => idcomp)).not.toContain(
    world.people.company1,
  )
})

test('staff may filter by releases without agreements, a client only by own agreements', async () => {
  const waiting = await newRelease(world)
  const { releases, companies } = (await world.manager(agreements.getFilters)).body
  expect(releases.map(({ id }) => id)).toContain(waiting)
  expect(companies.map(({ idcomp }) => idcomp)).toEqual(
    expect.arrayContaining([world.people.company1, world.people.company2]),
  )
  expect((await world.client1(agreements.getFilters)).body.releases.map(({ id }) => id)).not.toContain(waiting)
})

test('staff filter by a hidden company as long as agreements with it are listed', async () => {
  const { db } = world.product.deps
  const [company_id, other] = [await makeCompany(db), await makeCompany(db)]
  await makeAgreement(db, { release_id: await newRelease(world), author_id: world.people.manager, company_id })
  await db
    .updateTable('companies')
    .set({ deleted_at: '2026-03-06T09:00:00Z' })
    .where('idcomp', 'in', [company_id, other])
    .execute()
  const { companies } = (await world.manager(agreements.getFilters)).body
  const offered = new Set(companies.map(({ idcomp }) => idcomp))
  expect([offered.has(company_id), offered.has(other)]).toEqual([true, false])
})

test.each(agreements.agreementOrder)('a search changes neither the order by %s nor the counts', async (order_by) => {
  const release_id = await newRelease(world, { title: `Единое слово ${order_by}` })
  for (const company_id of [world.people.company1, world.people.company2])
    await newAgreement(world, { company_id, recipients: [], releaseDate: '2027-01-10' }, release_id)
  const listed = async (query: QueryInput<typeof agreements.list>) => {
    const { body } = await world.manager(agreements.list, { query: { release_ids: release_id, order_by, ...query } })
    return { ids: body.data.map(({ id }) => id), counts: body.counts }
  }
  for (const isDesc of [true, false]) {
    const all = await listed({ isDesc })
    expect(all.counts.total).toBe(2)
    expect(await listed({ isDesc, search_string: 'единое слово' })).toEqual(all)
    expect(await listed({ isDesc, search_string: 'единое слово', per_page: 1, page: 2 })).toEqual({
      ...all,
      ids: all.ids.slice(1),
    })
  }
})

test('agreements are grouped by release, the latest planned release first', async () => {
  const early = await newRelease(world, { title: 'Вместе', plan_date: '2027-01-11' })
  const late = await newRelease(world, { title: 'Вместе', plan_date: '2027-02-11' })
  const second = { company_id: world.people.company2, recipients: [] }
  const ids = [
    await newAgreement(world, { releaseDate: '2027-01-20' }, early),
    await newAgreement(world, { releaseDate: '2027-03-01' }, late),
    await newAgreement(world, { ...second, releaseDate: '2027-04-01' }, early),
    await newAgreement(world, { ...second, releaseDate: '2027-02-01' }, late),
  ]
  const query = { release_ids: `${early},${late}`, order_by: 'releaseDate' } as const
  const listed = async (group: object) =>
    (await world.manager(agreements.list, { query: { ...query, ...group } })).body.data.map(({ id }) => ids.indexOf(id))
  expect(await listed({ group_by: 'release' })).toEqual([3, 1, 0, 2])
  expect(await listed({ group_by: 'release', search_string: 'вместе' })).toEqual([3, 1, 0, 2])
  expect(await listed({})).toEqual([0, 3, 1, 2])
})

test('a client sees the agreement of a hidden release only after it was sent', async () => {
  const id = await newAgreement(world, {}, await newRelease(world, { is_visible_for_client: false }))
  expect((await world.client1(agreements.get, { params: { id } })).status).toBe(404)
  expect((await update(world.client1, id, { updateTarget: 0, remark: 'Что это?' })).status).toBe(404)
  await update(world.manager, id, { updateTarget: 5 })
  expect((await read(world.client1, id)).status).toBe(1)
})

test('a client sees no deliveries and only its own abilities', async () => {
  const id = await newAgreement(world)
  await update(world.manager, id, { updateTarget: 5 })
  const mine = await read(world.client1, id)
  expect(mine.deliveries).toEqual([])
  expect(mine.abilities).toMatchObject({ approve: true, remark: true, date: 'Это делают сотрудники поставщика' })
  expect((await read(world.manager, id)).deliveries).toHaveLength(1)
})

test.each([
  ['sent and then moved', true, 'agreement.deleted'],
  ['never sent', false, 'changed'],
])('deleting an agreement that was %s', async (_, isSent, kind) => {
  const id = await newAgreement(world)
  if (isSent) {
    await update(world.manager, id, { updateTarget: 5 })
    await update(world.manager, id, { updateTarget: 4, releaseDate: '2026-04-02', cancel_reason: 'Перенос' })
  }
  expect((await read(world.manager, id)).by_rivc).toBe(false)
  expect((await world.manager(agreements.remove, { params: { id } })).status).toBe(200)
  const events = await world.product.deps.db
    .selectFrom('events')
    .select('kind')
    .where('entity', '=', 'agreement')
    .where('entity_id', '=', id)
    .orderBy('id', 'desc')
    .execute()
  const ofDeleting = events.map((event) => event.kind).filter((one) => one === kind)
  expect([ofDeleting.length > 0, events.some((event) => event.kind === 'agreement.deleted')]).toEqual([true, isSent])
})

test('an agreement can be deleted unless it is agreed and published', async () => {
  const { db } = world.product.deps
  const release_id = await newRelease(world)
  const id = await newAgreement(world, {}, release_id)
  const remove = () => world.manager(agreements.remove, { params: { id } })
  await update(world.manager, id, { updateTarget: 5 })
  await update(world.client1, id, { updateTarget: 5 })
  const made_at = '2026-03-05T09:00:00Z'
  const publication = await db
    .insertInto('publications')
    .values({ author_id: world.people.manager, created_at: made_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  const item = await db
    .insertInto('publication_releases')
    .values({ publication_id: publication.id, idx: 0, release_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('publication_customers')
    .values({ publication_release_id: item.id, idcomp: world.people.company1 })
    .execute()
  const refused = await remove()
  expect([refused.status, refused.refusal.message]).toEqual([
    422,
    'Согласование нельзя удалить: дата согласована и релиз опубликован',
  ])
  await update(world.manager, id, { updateTarget: 4, releaseDate: '2026-04-01', cancel_reason: 'Перенос' })
  expect((await remove()).status).toBe(200)
  expect((await remove()).status).toBe(404)
  expect((await world.manager(agreements.get, { params: { id } })).status).toBe(404)
  expect((await world.manager(agreements.add, { body: draft(world, release_id) })).status).toBe(200)
})

test('the list filters, searches, orders, pages and counts', async () => {
  const release_id = await newRelease(world, { title: 'Уникальный учёт №5' })
  const first = await newAgreement(world, { releaseDate: '2027-01-10' }, release_id)
  const second = await newAgreement(
    world,
    { company_id: world.people.company2, recipients: [], releaseDate: '2027-02-10' },
    release_id,
  )
  await update(world.manager, second, { updateTarget: 5 })
  const ids = async (query: QueryInput<typeof agreements.list>) => {
    const { status, body } = await world.manager(agreements.list, { query: { release_ids: release_id, ...query } })
    expect(status).toBe(200)
    return body.data.map(({ id }) => id)
  }
  expect(await ids({})).toEqual([second, first])
  expect(await ids({ order_by: 'releaseDate' })).toEqual([first, second])
  expect(await ids({ order_by: 'status', isDesc: true })).toEqual([second, first])
  expect(await ids({ statuses: '1,2' })).toEqual([second])
  expect(await ids({ client_ids: world.people.company1 })).toEqual([first])
  expect(await ids({ date_from: '2027-01-11' })).toEqual([second])
  expect(await ids({ date_to: '2027-01-10' })).toEqual([first])
  expect(await ids({ search_string: 'УЧЕТ' })).toEqual([second, first])
  expect(await ids({ search_string: String(first) })).toContain(first)
  expect(await ids({ search_string: '100%' })).toEqual([])
  expect(await ids({ per_page: 1, page: 2 })).toEqual([first])
  const { body } = await world.manager(agreements.list, { query: { release_ids: release_id, page: 9 } })
  expect(body).toMatchObject({ total: 2, data: [], from: null, to: null, current_page: 9 })
  expect(body.counts.by_status.map(({ count }) => count)).toEqual([1, 1, 0])
  expect((await world.manager(agreements.list, { query: { order_by: 'nothing' as 'id' } })).status).toBe(422)
})

test.each(agreements.agreementOrder)(
  'the list can be ordered by %s in both directions, and pages do not repeat rows',
  async (order_by) => {
    for (const isDesc of [true, false]) {
      const rows = await Promise.all(
        [1, 2, 3].map((page) => world.manager(agreements.list, { query: { order_by, isDesc, page, per_page: 5 } })),
      )
      const ids = rows.flatMap(({ body }) => body.data.map(({ id }) => id))
      expect(new Set(ids).size).toBe(ids.length)
    }
  },
)
