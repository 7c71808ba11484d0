import { expect, test } from 'vitest'
import { agreements, calendar, releases, type QueryInput } from '@vypusk/contract'
import { makePublication } from '../../testing/making/make-publication.ts'
import { agreementWorld, newAgreement, newRelease, update } from '../../testing/agreements.ts'

const world = agreementWorld()
type Query = QueryInput<typeof calendar.show>
const show = async (query: Query) => (await world.manager(calendar.show, { query })).body
const march = (overrides: Partial<Query> = {}): Query => ({
  date_from: '2026-03-01',
  date_to: '2026-03-31',
  ...overrides,
})

test('an agreement is returned with the fields of a screen, and only if its day is in the period', async () => {
  const id = await newAgreement(world, { releaseDate: '2026-03-11', releaseTime: '22:00', remark: 'Ночью нельзя' })
  await newAgreement(world, { releaseDate: null, releaseTime: null })
  const { items } = await show({ date_from: '2026-03-11', date_to: '2026-03-11' })
  expect(items).toEqual([
    expect.objectContaining({
      id,
      company_id: world.people.company1,
      status: 0,
      by_rivc: false,
      releaseDate: '2026-03-11',
      releaseTime: '22:00',
      clock: 'UTC',
      remark: 'Ночью нельзя',
      not_publishing: false,
      version: 1,
      clashes: [],
    }),
  ])
  expect((await show({ date_from: '2026-03-12', date_to: '2026-03-12' })).items).toEqual([])
})

test('every day is returned with its entry of the production calendar', async () => {
  const { days } = await show(march())
  expect(days).toHaveLength(31)
  const on = (day: string) => days.find((one) => one.day === day)
  expect(on('2026-03-06')).toEqual({ day: '2026-03-06', minutes: 480, name: '' })
  expect(on('2026-03-07')).toEqual({ day: '2026-03-07', minutes: 0, name: '' })
  expect(on('2026-03-09')).toEqual({ day: '2026-03-09', minutes: 0, name: 'Перенос выходного дня' })
})

test('clashes include filtered-out agreements, but not past days', async () => {
  const first = await newAgreement(world, { releaseDate: '2026-03-24' })
  const second = await newAgreement(world, { releaseDate: '2026-03-24' })
  await newAgreement(world, { releaseDate: '2026-03-03' })
  await newAgreement(world, { releaseDate: '2026-03-03' })
  const { details } = (await world.manager(agreements.get, { params: { id: second } })).body
  const { items } = await show(march({ search_string: String(first) }))
  // The test clock shows the 6th of March. Both releases contain the only module there is.
  const found = items.find(({ id }) => id === first)
  expect(found!.clashes).toContainEqual(
    expect.objectContaining({ kind: 'company', release_id: details.id, title: details.title, day: '2026-03-24' }),
  )
  expect(found!.clashes).toContainEqual(expect.objectContaining({ kind: 'module', release_id: details.id }))
  const past = (await show({ date_from: '2026-03-03', date_to: '2026-03-03' })).items
  expect(past.map(({ clashes }) => clashes)).toEqual([[], []])
})

test('a company on the not-publishing list has no clashes', async () => {
  const release = await newRelease(world)
  const listed = await newAgreement(world, { releaseDate: '2026-04-14' }, release)
  const other = await newAgreement(world, { releaseDate: '2026-04-14' })
  await world.product.deps.db
    .insertInto('not_publishing_list')
    .values({
      release_id: release,
      idcomp: world.people.company1,
      user_id: world.people.manager,
      at: '2026-03-06T00:00:00Z',
    })
    .execute()
  const { items } = await show({ date_from: '2026-04-14', date_to: '2026-04-14' })
  expect(items.map(({ id, not_publishing, clashes }) => [id, not_publishing, clashes])).toEqual([
    [listed, true, []],
    [other, false, []],
  ])
})

test('the filters are those of the list', async () => {
  const days = { date_from: '2026-05-20', date_to: '2026-05-20' }
  const release = await newRelease(world)
  const sent = await newAgreement(world, { releaseDate: '2026-05-20' }, release)
  await update(world.manager, sent, { updateTarget: 5 })
  const other = await newAgreement(
    world,
    { releaseDate: '2026-05-20', company_id: world.people.company2, recipients: [] },
    release,
  )
  const idsBy = async (filter: Partial<Query>) => (await show({ ...days, ...filter })).items.map(({ id }) => id)
  expect(await idsBy({})).toEqual([sent, other])
  expect(await idsBy({ statuses: '1' })).toEqual([sent])
  expect(await idsBy({ client_ids: String(world.people.company2) })).toEqual([other])
  expect(await idsBy({ release_ids: String(release + 1000) })).toEqual([])
})

test('the period must be in order and not too long', async () => {
  const ask = (query: Query) => world.manager(calendar.show, { query })
  expect((await ask({ date_from: '2026-03-02', date_to: '2026-03-01' })).refusal.errors).toEqual({
    date_to: ['Конец не может быть раньше начала'],
  })
  expect((await ask({ date_from: '2026-01-01', date_to: '2026-12-31' })).refusal.errors).toEqual({
    date_to: ['Не больше 100 дней сразу'],
  })
  expect((await world.client1(calendar.show, { query: march() })).status).toBe(403)
})

test('a day is checked before anything is planned for it', async () => {
  const there = await newRelease(world, { title: 'Уже стоит' })
  await newAgreement(world, { releaseDate: '2026-06-10' }, there)
  const release_id = await newRelease(world)
  const check = (day: string, companies: number[]) =>
    world.manager(calendar.checkDay, { params: { release_id, day }, query: { companies: companies.join(',') } })
  const { company1, company2 } = world.people
  const holiday = (await check('2026-06-12', [company1])).body
  expect(holiday.day).toEqual({ day: '2026-06-12', minutes: 0, name: 'День России' })
  expect(holiday.clashes.map(({ kind, title }) => [kind, title])).toEqual([['module', 'Уже стоит']])
  const same = (await check('2026-06-10', [company2, company1])).body
  expect(same.clashes.map(({ kind }) => kind).toSorted()).toEqual(['company', 'module'])
  const ordinary = (await check('2026-06-17', [company1])).body
  expect([ordinary.clashes, ordinary.warnings]).toEqual([[], []])
  expect((await check('2029-06-12', [company1])).body.warnings).toEqual([expect.stringContaining('на 2029 год')])
  expect((await world.manager(calendar.checkDay, { params: { release_id: 999_999, day: '2026-06-17' } })).status).toBe(
    404,
  )
})

test('the date of a company that was taken off the release leaves calendars, and is weighed against no other', async () => {
  const { manager, people, product } = world
  const release = await newRelease(world)
  const left = await newAgreement(world, { releaseDate: '2026-09-10' }, release)
  const had = await newAgreement(
    world,
    { releaseDate: '2026-09-10', company_id: people.company2, recipients: [] },
    release,
  )
  await Promise.all([left, had].map((id) => update(manager, id, { updateTarget: 5 })))
  const other = await newAgreement(world, { releaseDate: '2026-09-12' })
  const { release_id } = (await manager(agreements.get, { params: { id: other } })).body
  const { url } = (await manager(calendar.subscribe)).body
  const secret = /\/api\/calendar\/([\w-]{43})/.exec(url)![1]!
  const seen = async () => {
    const { raw } = await product.anonymous(calendar.feed, { params: { secret } })
    const entries = raw.toString('utf8').split('BEGIN:VEVENT')
    const query = { companies: String(people.company1) }
    const checked = await manager(calendar.checkDay, { params: { release_id, day: '2026-09-10' }, query })
    return {
      shown: (await show({ date_from: '2026-09-10', date_to: '2026-09-10' })).items.map(({ id }) => id),
      clashes: checked.body.clashes.some((clash) => clash.kind === 'company' && clash.release_id === release),
      statuses: [left, had].map(
        (id) => /STATUS:(\w+)/.exec(entries.find((one) => one.includes(`agreement-${id}@`))!)![1],
      ),
    }
  }
  expect(await seen()).toEqual({ shown: [left, had], clashes: true, statuses: ['TENTATIVE', 'TENTATIVE'] })
  const { title, start_date, plan_date } = (await manager(releases.get, { params: { id: release } })).body
  await makePublication(product.deps.db, { author_id: people.manager }, [
    { release_id: release, customers: [people.company2] },
  ])
  await manager(releases.save, { params: { id: release }, body: { title, start_date, plan_date, companies: [] } })
  expect(await seen()).toEqual({ shown: [had], clashes: false, statuses: ['CANCELLED', 'TENTATIVE'] })
})
