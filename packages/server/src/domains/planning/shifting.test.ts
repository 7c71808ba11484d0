import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { agreements, planning } from '@vypusk/contract'
import { makePublication } from '../../testing/making/make-publication.ts'
import { releasesWorld } from '../../testing/releases.ts'

/** Installation dates that move along with their release, today being Friday, 6 March 2026. */

let world: Awaited<ReturnType<typeof releasesWorld>>
beforeAll(async () => void (world = await releasesWorld()))
afterAll(() => world.product.close())
beforeEach(async () => {
  await world.db.updateTable('releases').set({ deleted_at: '2026-03-01T00:00:00.000Z' }).execute()
})

/** Plans an installation at a company, with its approval by staff. */
async function installed(release_id: number, company_id: number, releaseDate: string) {
  const { staff } = world
  const date = { releaseDate, releaseTime: '22:00' }
  const body = { release_id, company_id, ...date, recipients: [] }
  const { id } = (await staff(agreements.add, { body })).body
  await staff(agreements.update, { params: { id }, body: { updateTarget: 5, remark: '' } })
  return id
}

const moveTo = (release_id: number, plan_date: string) => ({
  release_id,
  start_date: '2026-03-02',
  plan_date,
  shift_agreements: true,
})
type Change = ReturnType<typeof moveTo>

async function effectOf(change: Change) {
  const { body } = await world.staff(planning.preview, { body: { from: '2026-03-02', weeks: 8, changes: [change] } })
  return body.effects[0]!
}
const save = (change: Change) => world.staff(planning.save, { body: { changes: [change], reason: 'Сдвиг работ' } })
const dateOf = async (id: number) => (await world.staff(agreements.get, { params: { id } })).body

test('no date moves into the past', async () => {
  const release_id = await world.newRelease({ plan_date: '2026-04-21' })
  const agreement_id = await installed(release_id, world.people.company1, '2026-03-12')
  const change = moveTo(release_id, '2026-04-07')
  const effect = await effectOf(change)
  expect(effect.moved).toMatchObject([{ agreement_id, releaseDate: '2026-03-12', to: '2026-03-06', is_against: true }])
  expect((await save(change)).status).toBe(200)
  expect(await dateOf(agreement_id)).toMatchObject({ releaseDate: '2026-03-06', against_reason: 'Сдвиг работ' })
})

test('a date whose hour has passed today moves on to the next free day, after the holidays', async () => {
  const release_id = await world.newRelease({ plan_date: '2026-04-21' })
  const agreement_id = await installed(release_id, world.people.company1, '2026-03-12')
  await world.db.updateTable('agreements').set({ releaseTime: '00:30' }).where('id', '=', agreement_id).execute()
  expect((await effectOf(moveTo(release_id, '2026-04-07'))).moved).toMatchObject([{ agreement_id, to: '2026-03-10' }])
})

test('a moved date that is still before the new plan date is reported, and keeps its reason', async () => {
  const release_id = await world.newRelease({ plan_date: '2026-03-20' })
  const agreement_id = await installed(release_id, world.people.company1, '2026-03-12')
  const change = moveTo(release_id, '2026-03-25')
  const effect = await effectOf(change)
  expect(effect.moved).toMatchObject([{ agreement_id, to: '2026-03-17', is_against: true }])
  expect(effect.too_early).toMatchObject([{ agreement_id, releaseDate: '2026-03-17' }])
  expect(effect.warnings).toContain('17.03.2026 раньше плановой даты релиза, 25.03.2026')
  expect((await save(change)).status).toBe(200)
  expect(await dateOf(agreement_id)).toMatchObject({ releaseDate: '2026-03-17', against_reason: 'Сдвиг работ' })
})

test('a date is too early or not by the day of its company', async () => {
  const { people, db, newRelease } = world
  const release_id = await newRelease({ plan_date: '2026-03-17' })
  const calendar = { zone: 'Asia/Vladivostok', working: '[]', updated_by: people.manager }
  await db
    .insertInto('company_calendars')
    .values({ ...calendar, company_id: people.company2, updated_at: '2026-03-01T00:00:00.000Z' })
    .execute()
  const here = await installed(release_id, people.company1, '2026-03-19')
  await installed(release_id, people.company2, '2026-03-19')
  const effect = await effectOf({ ...moveTo(release_id, '2026-03-20'), shift_agreements: false })
  expect(effect.too_early).toMatchObject([{ agreement_id: here }])
  await db.deleteFrom('company_calendars').execute()
})

test('dates of companies that have the release already stay, and are not too early', async () => {
  const { people, db, newRelease } = world
  // Published to one of its companies, and back in progress for the other.
  const release_id = await newRelease({ plan_date: '2026-03-20' })
  const having = await installed(release_id, people.company1, '2026-03-25')
  const waiting = await installed(release_id, people.company2, '2026-03-31')
  await makePublication(db, { author_id: people.manager }, [{ release_id, customers: [people.company1] }])
  const change = moveTo(release_id, '2026-03-27')
  const effect = await effectOf(change)
  expect(effect.moved).toMatchObject([{ agreement_id: waiting, to: '2026-04-07' }])
  expect(effect.too_early).toEqual([])
  expect((await save(change)).status).toBe(200)
  const days = [await dateOf(having), await dateOf(waiting)].map(({ releaseDate, by_rivc }) => [releaseDate, by_rivc])
  expect(days).toEqual([
    ['2026-03-25', true],
    ['2026-04-07', false],
  ])
})
