import { expect, test } from 'vitest'
import { agreements, offers, releases, threads, type QueryInput } from '@vypusk/contract'
import { agreementWorld, newAgreement, newRelease, update } from '../../testing/agreements.ts'

const world = agreementWorld()
const DATE = { releaseDate: '2026-03-24', releaseTime: null }
const matrix = async (query: QueryInput<typeof agreements.matrix> = {}) =>
  (await world.manager(agreements.matrix, { query })).body

test('every company of every unpublished release is a cell, with or without an agreement', async () => {
  const { db } = world.product.deps
  const { company1, company2, manager } = world.people
  const first = await newRelease(world, { title: 'Ёлка' })
  const agreement_id = await newAgreement(world, { remark: 'Лучше утром' }, first)
  await update(world.manager, agreement_id, { updateTarget: 5 })
  await world.client1(offers.propose, { params: { id: agreement_id }, body: { ...DATE, reason: '' } })
  const params = { entity: 'agreement' as const, id: agreement_id }
  await world.client1(threads.raise, { params, body: { html: '<p>Пришлите инструкцию</p>', blocks: false } })
  const offered = { id: expect.any(Number), ...DATE }
  const { body: seen } = await world.manager(releases.get, { params: { id: first } })
  expect(seen.agreements.map(({ offer }) => offer)).toEqual([offered])
  expect(seen.agreements.map(({ open_remarks }) => open_remarks)).toEqual([{ blocking: 1, other: 1, unanswered: 0 }])
  expect(seen.readiness?.waiting.map(({ open_remarks }) => open_remarks)).toEqual([
    { blocking: 1, other: 1, unanswered: 0 },
    { blocking: 0, other: 0, unanswered: 0 },
  ])
  const { body: listed } = await world.client1(agreements.list, { query: {} })
  expect(listed.data.map(({ open_remarks }) => open_remarks)).toEqual([{ blocking: 1, other: 1, unanswered: 0 }])
  const second = await newRelease(world, { title: 'Берёза' })
  const at = '2026-03-06T06:30:00.000Z'
  await db
    .insertInto('not_publishing_list')
    .values({ release_id: second, idcomp: company2, user_id: manager, at })
    .execute()
  const published = await newRelease(world, { title: 'Дуб' })
  await db.updateTable('releases').set({ published_at: at }).where('id', '=', published).execute()

  const whole = await matrix()
  expect(whole.releases).toEqual([
    { id: first, title: 'Ёлка', plan_date: '2026-03-31', agreed: 0, expected: 2 },
    { id: second, title: 'Берёза', plan_date: '2026-03-31', agreed: 0, expected: 1 },
  ])
  expect(whole.companies.map(({ idcomp }) => idcomp)).toEqual([company1, company2])
  expect(whole.total_releases).toBe(2)
  const clocks = { zone: 'UTC', company_zone: null }
  const none = {
    ...clocks,
    called_off: false,
    date_withdrawn: false,
    date_passed: false,
    published: false,
    waiting_days: null,
    agreement_id: null,
    releaseDate: null,
    releaseTime: null,
    remark: '',
    open_remarks: { blocking: 0, other: 0, unanswered: 0 },
    trials: null,
    sent_at: null,
    offer: null,
  }
  expect(whole.cells).toEqual([
    {
      ...clocks,
      called_off: false,
      date_withdrawn: false,
      date_passed: false,
      published: false,
      waiting_days: null,
      release_id: first,
      company_id: company1,
      agreement_id,
      status: 1,
      releaseDate: '2026-03-20',
      releaseTime: '22:00',
      remark: 'Лучше утром',
      open_remarks: { blocking: 1, other: 1, unanswered: 0 },
      trials: null,
      sent_at: at,
      offer: offered,
    },
    { release_id: first, company_id: company2, status: 0, ...none },
    { release_id: second, company_id: company1, status: 0, ...none },
    { release_id: second, company_id: company2, status: -1, ...none },
  ])

  const cellsOf = async (query: QueryInput<typeof agreements.matrix>) =>
    (await matrix(query)).cells.map(({ release_id, company_id }) => [release_id, company_id])
  const waiting = await matrix({ statuses: '1' })
  expect(waiting).toMatchObject({ releases: [{ id: first, expected: 2 }], companies: [{ idcomp: company1 }] })
  expect(await cellsOf({ client_ids: String(company2), statuses: '0' })).toEqual([[first, company2]])
  expect(await cellsOf({ date_to: '2026-03-20' })).toEqual([[first, company1]])
  expect(await cellsOf({ date_from: '2026-03-31', search_string: 'елка' })).toEqual([[first, company2]])
  expect(await cellsOf({ search_string: 'УТРОМ' })).toEqual([[first, company1]])
  expect(await cellsOf({ release_ids: String(published) })).toHaveLength(2)
  expect(await matrix({ search_string: 'нет такого' })).toEqual({
    releases: [],
    companies: [],
    cells: [],
    total_releases: 0,
  })
})

test('of the rows only those are read that were changed, if the filters leave them in', async () => {
  const [own, other] = [await newRelease(world, { title: 'Свой' }), await newRelease(world, { title: 'Чужой' })]
  const agreement_id = await newAgreement(world, {}, own)
  const rowsOf = async (query: QueryInput<typeof agreements.matrix>) =>
    (await matrix(query)).releases.map(({ id }) => id)
  expect(await rowsOf({ changed_agreement_ids: [agreement_id] })).toEqual([own])
  expect(await rowsOf({ changed_release_ids: [other, 999] })).toEqual([other])
  expect(await rowsOf({ changed_agreement_ids: [agreement_id], changed_release_ids: [other] })).toEqual([own, other])
  expect(await rowsOf({ changed_release_ids: [other], release_ids: [own] })).toEqual([])
  const leftOut = await matrix({ changed_agreement_ids: [agreement_id], changed_release_ids: [999], statuses: '2' })
  expect(leftOut).toMatchObject({ releases: [], read_releases: [own, 999] })
  const whole = await matrix()
  const alone = await matrix({ changed_agreement_ids: [agreement_id] })
  expect(alone.cells).toEqual(whole.cells.filter(({ release_id }) => release_id === own))
  expect(alone.releases).toEqual(whole.releases.filter(({ id }) => id === own))
  await world.manager(agreements.remove, { params: { id: agreement_id }, query: {} })
  expect(await rowsOf({ changed_agreement_ids: [agreement_id] })).toEqual([own])
})

test('clients may not read the matrix', async () => {
  expect((await world.client1(agreements.matrix)).status).toBe(403)
})
