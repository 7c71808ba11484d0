import { afterAll, beforeAll, expect, test } from 'vitest'
import { agreements, planning, releases } from '@vypusk/contract'
import { waitingForLocks } from '../../testing/database.ts'
import { releasesWorld } from '../../testing/releases.ts'

/** A plan that is saved while others change the same things. */

let world: Awaited<ReturnType<typeof releasesWorld>>
beforeAll(async () => void (world = await releasesWorld()))
afterAll(() => world.product.close())

/** A release in March with an installation that has been sent to its company. */
async function planned() {
  const { people, staff } = world
  const release_id = await world.newRelease()
  const body = { release_id, company_id: people.company1, releaseDate: '2026-04-02', recipients: [people.client1] }
  const { id } = (await staff(agreements.add, { body: { ...body, recipientsExtra: [] } })).body
  await staff(agreements.update, { params: { id }, body: { updateTarget: 5 } })
  return { release_id, agreement_id: id }
}

const shift = (release_id: number) => ({
  release_id,
  start_date: '2026-03-09',
  plan_date: '2026-04-07',
  shift_agreements: true,
})

test('a date that was moved while it was weighed is not overwritten', async () => {
  const { release_id, agreement_id } = await planned()
  const { db } = world
  const changes = [shift(release_id)]
  const saving = await db.transaction().execute(async (tx) => {
    const moved = { releaseDate: '2026-04-29', version: 9 }
    await tx.updateTable('agreements').set(moved).where('id', '=', agreement_id).execute()
    const answer = world.staff(planning.save, { body: { changes, reason: 'Сдвиг работ' } })
    await expect.poll(() => waitingForLocks(db)).toBe(1)
    return { answer }
  })
  const { status, refusal } = await saving.answer
  expect([status, refusal['current']]).toMatchObject([409, { id: agreement_id, releaseDate: '2026-04-29' }])
  const { body } = await world.staff(planning.inProgress)
  expect(body.releases.find(({ id }) => id === release_id)).toMatchObject({
    start_date: '2026-03-02',
    installations: [{ releaseDate: '2026-04-29' }],
  })
})

test('requests that were deleted or got into a release are not counted, and saving refuses them', async () => {
  const { staff } = world
  const { release_id } = await planned()
  const request = (input: object) => world.newRequest({ planned_time: 600, inBacklog: true, ...input })
  const free = await request({})
  const elsewhere = await request({ release_id: await world.newRelease() })
  const here = await request({ release_id })
  const deleted = await request({ deleted_at: '2026-03-01T00:00:00.000Z' })
  const requests = [free, elsewhere, here, deleted]
  const tried = async (ids: number[]) => {
    const change = { ...shift(release_id), shift_agreements: false, requests: ids }
    const body = { from: '2026-03-02', weeks: 8, changes: [change] }
    return { change, effect: (await staff(planning.preview, { body })).body.effects[0] }
  }
  const { change, effect } = await tried(requests)
  expect(effect).toMatchObject({ planned_requests_time: 1200, not_free: [elsewhere, here, deleted] })
  expect((await staff(planning.save, { body: { changes: [change] } })).status).toBe(404)
  const left = await tried([free])
  expect(left.effect).toMatchObject({ planned_requests_time: 1200, not_free: [] })
  expect((await staff(planning.save, { body: { changes: [left.change] } })).status).toBe(200)
  const { body } = await staff(planning.inProgress)
  expect(body.releases.find(({ id }) => id === release_id)).toMatchObject({ planned_requests_time: 1200 })
})

test('agreements are locked in the order of their ids, whatever the order of their releases', async () => {
  const [first, second] = [await planned(), await planned()]
  const { db } = world
  // The agreement with the lower id now belongs to the release with the higher one.
  const [low, high] = [first.agreement_id, second.agreement_id]
  const give = (id: number, release_id: number) =>
    db.updateTable('agreements').set({ release_id }).where('id', '=', id).execute()
  await give(low, await world.newRelease())
  await give(high, first.release_id)
  await give(low, second.release_id)
  const changes = [first, second].map(({ release_id }) => shift(release_id))
  const saving = await db.transaction().execute(async (tx) => {
    const lock = (id: number) => tx.selectFrom('agreements').select('id').where('id', '=', id).forUpdate().execute()
    await lock(low)
    const answer = world.staff(planning.save, { body: { changes, reason: 'Сдвиг работ' } })
    await expect.poll(() => waitingForLocks(db)).toBe(1)
    await lock(high)
    return { answer }
  })
  expect((await saving.answer).status).toBe(200)
})

test('a release that is restored while plans with it are saved does not let them wait for each other', async () => {
  const { db, staff } = world
  const [gone, other] = [await world.newRelease(), await planned()]
  await staff(releases.remove, { params: { id: gone } })
  const both = { changes: [{ ...shift(gone), shift_agreements: false }, shift(other.release_id)], reason: 'Сдвиг' }
  const saved = await db.transaction().execute(async (tx) => {
    await tx.selectFrom('agreements').select('id').where('id', '=', other.agreement_id).forUpdate().execute()
    const first = staff(planning.save, { body: both })
    await expect.poll(() => waitingForLocks(db)).toBe(1)
    expect((await staff(releases.restore, { params: { id: gone } })).status).toBe(200)
    const second = staff(planning.save, { body: both })
    await expect.poll(() => waitingForLocks(db)).toBe(2)
    return { first, second }
  })
  expect([(await saved.first).status, (await saved.second).status]).toEqual([404, 200])
})

test('a plan that changes nothing leaves the release as others have it open', async () => {
  const { release_id } = await planned()
  const change = { ...shift(release_id), shift_agreements: false }
  const save = async () => (await world.staff(planning.save, { body: { changes: [change] } })).body.brought
  expect(await save()).toMatchObject([{ release_id, version: 2 }])
  expect(await save()).toMatchObject([{ release_id, version: 2 }])
  expect((await world.detail(release_id)).version).toBe(2)
})

test('releases that move together are weighed against each other, and get days of their own', async () => {
  const [first, second] = [await planned(), await planned()]
  const changes = [first, second].map(({ release_id }) => shift(release_id))
  const { body } = await world.staff(planning.preview, { body: { from: '2026-03-02', weeks: 8, changes } })
  const days = body.effects.flatMap(({ moved }) => moved.map(({ to }) => to))
  expect(new Set(days).size).toBe(2)
  expect(body.effects.flatMap(({ moved }) => moved.map(({ is_against }) => is_against))).toEqual([false, false])
  expect((await world.staff(planning.save, { body: { changes, reason: 'Сдвиг работ' } })).status).toBe(200)
  const { db } = world
  const ids = [first.agreement_id, second.agreement_id]
  const rows = await db.selectFrom('agreements').select('releaseDate').where('id', 'in', ids).execute()
  expect(new Set(rows.map(({ releaseDate }) => releaseDate))).toEqual(new Set(days))
})

test('a plan waits for its variant before it locks a release, as saving the variant does', async () => {
  const { release_id } = await planned()
  const { db } = world
  const change = { ...shift(release_id), shift_agreements: false }
  const changes = [change]
  const body = { name: 'Перенос на апрель', is_shared: true, changes }
  const { id } = (await world.staff(planning.saveVariant, { params: { id: 0 }, body })).body.variant
  const saving = await db.transaction().execute(async (tx) => {
    await tx.selectFrom('planning_variants').select('id').where('id', '=', id).forUpdate().execute()
    const answer = world.staff(planning.save, { body: { changes, variant_id: id } })
    await expect.poll(() => waitingForLocks(db)).toBe(1)
    await tx.deleteFrom('planning_changes').where('variant_id', '=', id).execute()
    await tx
      .insertInto('planning_changes')
      .values({ ...change, variant_id: id, requests: [], version: null })
      .execute()
    // Somebody who saves the same variant as another person's does not wait for it.
    const admin = await world.product.as('admin')
    const others = await planned()
    const own = { changes: [{ ...shift(others.release_id), shift_agreements: false }], variant_id: id }
    expect((await admin(planning.save, { body: own })).status).toBe(200)
    return { answer }
  })
  expect((await saving.answer).status).toBe(200)
  const { variants } = (await world.staff(planning.variants)).body
  expect(variants.map((each) => each.id)).not.toContain(id)
})

test('a request named twice, or for two releases, is counted once', async () => {
  const [first, second] = [{ release_id: await world.newRelease() }, { release_id: await world.newRelease() }]
  const id = await world.newRequest({ planned_time: 60, inBacklog: true })
  const changes = [
    { ...shift(second.release_id), requests: [id] },
    { ...shift(first.release_id), requests: [id, id] },
  ]
  const { effects } = (await world.staff(planning.preview, { body: { from: '2026-03-02', weeks: 8, changes } })).body
  const seen = Map.groupBy(effects, ({ release_id }) => release_id)
  expect(seen.get(first.release_id)).toMatchObject([{ planned_requests_time: 60, not_free: [] }])
  expect(seen.get(second.release_id)).toMatchObject([{ planned_requests_time: 0, not_free: [id] }])
  const answer = await world.staff(planning.save, { body: { changes } })
  const kept = (await world.staff(planning.inProgress)).body.releases.find(({ id: of }) => of === first.release_id)
  expect([answer.status, kept?.planned_requests_time]).toEqual([422, 0])
})

test('a shared variant is deleted by anybody once its author has left', async () => {
  const { staff, product, db, people } = world
  const release_id = await world.newRelease()
  const admin = await product.as('admin')
  const change = { ...shift(release_id), shift_agreements: false }
  const body = { name: 'Перенос на апрель', is_shared: true, changes: [change] }
  const make = async () => (await staff(planning.saveVariant, { params: { id: 0 }, body })).body.variant
  const [one, other] = [await make(), await make()]
  const seen = async () => {
    const { variants } = (await admin(planning.variants)).body
    return variants.filter(({ id }) => [one.id, other.id].includes(id)).map(({ may_remove }) => may_remove)
  }
  const remove = async () => (await admin(planning.removeVariant, { params: { id: one.id } })).status
  expect([one.may_remove, await seen(), await remove()]).toEqual([true, [false, false], 403])
  await db.updateTable('users').set({ is_blocked: true }).where('id', '=', people.manager).execute()
  expect(await seen()).toEqual([true, true])
  expect((await admin(planning.saveVariant, { params: { id: one.id }, body })).status).toBe(403)
  expect(await remove()).toBe(200)
  expect((await admin(planning.save, { body: { changes: [change], variant_id: other.id } })).status).toBe(200)
  expect(await seen()).toEqual([])
})
