import { afterAll, beforeAll, expect, test } from 'vitest'
import { agreements, offers, releases, scopes, threads, waiting } from '@vypusk/contract'
import { testApp, type Api, type TestApp } from '../../testing/app.ts'
import { makeAgreement, makePeople, makePerson, makeRelease, makeRequest } from '../../testing/making/make.ts'
import { lookAtScopes } from '../agreements/commands/scope-changes.ts'

let product: TestApp
let people: Awaited<ReturnType<typeof makePeople>>
let as: Record<'manager' | 'outsider' | 'client1' | 'client2', Api>

beforeAll(async () => {
  product = await testApp()
  people = await makePeople(product.deps.db)
  await makePerson(product.deps.db, 'outsider')
  const [manager, outsider, client1, client2] = await Promise.all(
    ['manager', 'outsider', 'client1', 'client2'].map(product.as),
  )
  as = { manager, outsider, client1, client2 } as typeof as
})
afterAll(() => product.close())

/** What waits for the caller in one release, as «kind id». */
async function waits(api: Api, release_id: number, query: { own?: string } = {}) {
  const { body } = await api(waiting.list, { query: { per_page: 500, ...query } })
  return body.data.filter((matter) => matter.release_id === release_id).map(({ kind, id }) => `${kind} ${id}`)
}

type Overrides = Partial<Parameters<typeof makeAgreement>[1]>

/** A release of the manager with an agreement. */
async function made(overrides: Overrides = {}, release: Partial<Parameters<typeof makeRelease>[1]> = {}) {
  const { db } = product.deps
  const { manager: author_id, company1: company_id } = people
  const release_id = await makeRelease(db, { author_id, ...release }, { companies: [company_id] })
  const id = await makeAgreement(db, { author_id, release_id, company_id, releaseDate: '2026-03-20', ...overrides })
  return { id, release_id }
}

const update = (api: Api, id: number, body: Parameters<typeof JSON.stringify>[0]) =>
  api(agreements.update, { params: { id }, body: body as never })
const send = (id: number) => update(as.manager, id, { updateTarget: 5 })

/** Moves a release to the first step of a kind. */
async function step(release_id: number, kind: string) {
  const { db } = product.deps
  const { id: step_id } = await db
    .selectFrom('release_steps')
    .select('id')
    .where('kind', '=', kind)
    .limit(1)
    .executeTakeFirstOrThrow()
  await db.updateTable('releases').set({ step_id }).where('id', '=', release_id).execute()
}
const list = (release_id: number) =>
  as.manager(releases.notPublishing, { body: { release_id, company_id: people.company1, reason: 'Не нужен' } })

test('a date waits for the people in charge, then for the company, until it is settled', async () => {
  const { id, release_id } = await made()
  expect(await waits(as.manager, release_id)).toEqual([`send ${id}`])
  expect(await waits(as.client1, release_id)).toEqual([])
  await send(id)
  expect(await waits(as.manager, release_id)).toEqual([`nobody ${id}`])
  expect(await waits(as.client1, release_id)).toEqual([`date ${id}`])
  expect(await waits(as.client2, release_id)).toEqual([])
  await update(as.manager, id, { updateTarget: 5, on_behalf: 'client', remark: 'По телефону' })
  expect(await waits(as.client1, release_id)).toEqual([])
  expect(await waits(as.manager, release_id)).toEqual([])
})

test('staff who are not in charge of it find it among what waits for all staff', async () => {
  const { id, release_id } = await made()
  expect(await waits(as.outsider, release_id)).toEqual([])
  expect(await waits(as.outsider, release_id, { own: 'false' })).toEqual([`send ${id}`])
})

test('an offered date waits for staff, and its answer for the client', async () => {
  const { id, release_id } = await made()
  await update(as.manager, id, { updateTarget: 2, recipients: [people.client1] })
  await send(id)
  const propose = () =>
    as.client1(offers.propose, { params: { id }, body: { releaseDate: '2026-03-25', reason: 'Отчётность' } })
  await propose()
  expect(await waits(as.client1, release_id)).toEqual([])
  expect(await waits(as.manager, release_id)).toEqual([`offer ${id}`])
  const offer = (await as.manager(agreements.get, { params: { id } })).body.offer?.id ?? 0
  product.clock.set('2026-03-06T08:00:00.000Z')
  await as.manager(offers.answer, { params: { id, offer_id: offer }, body: { answer: 'decline', text: 'Нет людей' } })
  expect(await waits(as.manager, release_id)).toEqual([])
  expect(await waits(as.client1, release_id)).toEqual([`offer_answered ${id}`])
  const { body } = await as.client1(waiting.list, { query: { per_page: 500 } })
  expect(body.data.find((matter) => matter.id === id)?.text).toContain('Нет людей')
})

test('an unanswered remark waits for staff, not for the client', async () => {
  const { id, release_id } = await made()
  await update(as.manager, id, { updateTarget: 2, recipients: [people.client1] })
  await send(id)
  await update(as.client1, id, { updateTarget: 0, remark: 'Не работает печать' })
  expect((await waits(as.client1, release_id)).filter((matter) => matter.startsWith('date'))).toEqual([])
})

test.each<[string, (release_id: number) => Promise<unknown>, (release_id: number) => Promise<unknown>]>([
  ['a release that was called off', (id) => step(id, 'closed'), (id) => step(id, 'work')],
  [
    'a company on the not-publishing list',
    list,
    (id) => product.deps.db.deleteFrom('not_publishing_list').where('release_id', '=', id).execute(),
  ],
])('remarks of %s wait for nobody until it is waited for again', async (_, end, resume) => {
  const { id, release_id } = await made()
  const params = { entity: 'agreement' as const, id }
  const raise = async (api: Api) =>
    (await api(threads.raise, { params, body: { html: '<p>Не печатает</p>' } })).body.thread.id
  const [own, theirs] = [await raise(as.client1), await raise(as.manager)]
  const ofRemarks = async (api: Api) => (await waits(api, release_id)).filter((each) => /^(remark|asked)/.test(each))
  const both = async () => [await ofRemarks(as.manager), await ofRemarks(as.client1)]
  expect(await both()).toEqual([[`remark ${own}`], [`asked ${theirs}`]])
  await end(release_id)
  expect(await both()).toEqual([[], []])
  await resume(release_id)
  expect(await both()).toEqual([[`remark ${own}`], [`asked ${theirs}`]])
})

test('a date that has passed waits for staff and no longer for the client', async () => {
  const { id, release_id } = await made({
    releaseDate: '2026-03-04',
    by_rivc: true,
    sent_at: '2026-03-02T09:00:00.000Z',
  })
  expect(await waits(as.client1, release_id)).toEqual([])
  expect(await waits(as.manager, release_id)).toEqual([`passed ${id}`])
})

test('a date of today has passed once its hour has', async () => {
  const { id, release_id } = await made({
    releaseDate: '2026-03-06',
    releaseTime: '10:00',
    by_rivc: true,
    sent_at: '2026-03-02T09:00:00.000Z',
  })
  product.clock.set(new Date('2026-03-06T09:59').toISOString())
  expect(await waits(as.client1, release_id)).toEqual([`date ${id}`])
  product.clock.set(new Date('2026-03-06T10:01').toISOString())
  expect(await waits(as.client1, release_id)).toEqual([])
  expect(await waits(as.manager, release_id)).toEqual([`passed ${id}`])
})

test('a changed scope waits for staff until it is settled; sent for approval again, it waits for the client', async () => {
  const { db } = product.deps
  const { id, release_id } = await made()
  await update(as.manager, id, { updateTarget: 2, recipients: [people.client1] })
  await send(id)
  await update(as.client1, id, { updateTarget: 5 })
  const { manager: author_id, company1: idcomp, module: idmod } = people
  const request = await makeRequest(db, { author_id, idcomp, idmod })
  await as.manager(releases.addRequests, { params: { id: release_id }, body: { requests: [request] } })
  await lookAtScopes(product.deps)
  expect(await waits(as.manager, release_id)).toEqual([`scope ${id}`])
  const scope_sha = (await as.manager(agreements.get, { params: { id } })).body.scope_change?.scope_sha ?? ''
  await as.manager(scopes.settle, { body: { agreements: [{ id, scope_sha }], decision: 'anew', reason: '' } })
  expect(await waits(as.manager, release_id)).toEqual([])
  expect(await waits(as.client1, release_id)).toEqual([`scope_again ${id}`])
  await update(as.client1, id, { updateTarget: 5 })
  expect(await waits(as.client1, release_id)).toEqual([])
})

test('what is on the test environment waits for the company until each request is tried', async () => {
  const { db } = product.deps
  const { id, release_id } = await made()
  const { manager: author_id, company1: idcomp, module: idmod } = people
  await makeRequest(db, { author_id, idcomp, idmod, release_id })
  await update(as.manager, id, { updateTarget: 1, isPublishedOnTestEnv: true })
  expect(await waits(as.client1, release_id)).toEqual([`trial ${id}`])
  await db.updateTable('releases').set({ is_visible_for_client: false }).where('id', '=', release_id).execute()
  expect(await waits(as.client1, release_id)).toEqual([])
})

test.each([
  [
    'the company is put on the list',
    (release_id: number) =>
      as.manager(releases.notPublishing, { body: { release_id, company_id: people.company1, reason: 'Не нужен' } }),
  ],
  ['the release is deleted', (id: number) => as.manager(releases.remove, { params: { id } })],
] as const)('nothing waits once %s', async (_, act) => {
  const { id, release_id } = await made()
  await send(id)
  await act(release_id)
  expect(await waits(as.client1, release_id)).toEqual([])
  expect(await waits(as.manager, release_id, { own: 'false' })).toEqual([])
})

test('a client is asked about the date of a hidden release, and reads it here', async () => {
  const { id, release_id } = await made({}, { is_visible_for_client: false })
  await send(id)
  const { body } = await as.client1(waiting.list, { query: { per_page: 500 } })
  expect(body.data.find((matter) => matter.release_id === release_id)).toMatchObject({
    kind: 'date',
    href: `/clientAgreements?open=${id}`,
  })
})

test('late matters come first, then the nearest; the counts are of the same list', async () => {
  const { body } = await as.manager(waiting.list, { query: { per_page: 500 } })
  const days = body.data.map(({ due }) => due ?? '9999')
  expect(days).toEqual(days.toSorted())
  expect(body.total).toBe(body.data.length)
  expect(body.kinds.reduce((sum, { count }) => sum + count, 0)).toBe(body.total)
  expect((await as.manager(waiting.count)).body).toEqual({ total: body.total, more: false })
  const [first] = body.kinds
  const only = (await as.manager(waiting.list, { query: { kind: first?.kind, per_page: 1 } })).body
  expect([only.total, only.data.length, only.data[0]?.kind]).toEqual([first?.count, 1, first?.kind])
})

test('no more than a thousand of one kind are counted', async () => {
  const { db } = product.deps
  const login = 'busy'
  const author_id = await makePerson(db, login)
  const { company1: company_id } = people
  const many = Array.from({ length: waiting.MOST_OF_KIND + 5 }, (_, place) => place)
  const at = '2026-03-01T09:00:00.000Z'
  const rows = await db
    .insertInto('releases')
    .values(
      many.map((n) => ({
        author_id,
        title: `Много ${n}`,
        start_date: '2026-03-02',
        plan_date: '2026-03-31',
        created_at: at,
        updated_at: at,
      })),
    )
    .returning('id')
    .execute()
  await db
    .insertInto('release_companies')
    .values(rows.map(({ id: release_id }) => ({ release_id, idcomp: company_id })))
    .execute()
  await db
    .insertInto('agreements')
    .values(rows.map(({ id: release_id }) => ({ author_id, release_id, company_id, created_at: at, updated_at: at })))
    .execute()
  const busy = await product.as(login)
  expect((await busy(waiting.count)).body).toEqual({ total: waiting.MOST_OF_KIND, more: true })
  const lengthOf = async (page: number) =>
    (await busy(waiting.list, { query: { page, per_page: 50 } })).body.data.length
  expect([await lengthOf(20), await lengthOf(21)]).toEqual([50, 0])
})

test('when nothing waits, the next releases and installations are listed', async () => {
  const { db } = product.deps
  await makePerson(db, 'calm', { idcomp: people.company2 })
  const calm = await product.as('calm')
  const { manager: author_id, company2: company_id } = people
  const release_id = await makeRelease(db, { author_id, title: 'Лето' }, { companies: [company_id] })
  await makeAgreement(db, {
    author_id,
    release_id,
    company_id,
    by_rivc: true,
    by_client: true,
    releaseDate: '2026-04-02',
    releaseTime: '22:00',
  })
  const { body } = await calm(waiting.list)
  expect(body).toMatchObject({ total: 0, data: [], kinds: [] })
  const planned = { kind: 'release', title: 'Лето', company: null, day: '2026-03-31', time: null, planned: null }
  expect(body.coming).toEqual([
    { ...planned, href: `/releases/${release_id}` },
    {
      kind: 'installation',
      title: 'Лето',
      company: null,
      day: '2026-04-02',
      time: '22:00',
      planned: { releaseDate: '2026-04-02', releaseTime: '22:00', zone: 'UTC', company_zone: null },
      href: `/releases/${release_id}`,
    },
  ])
})
