import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { adminCompanies, agreements, consequences, releases, waiting } from '@vypusk/contract'
import { emptyBox, letterWorld, moveRelease, newAgreement, read, send, update } from '../../../../testing/letters.ts'
import { waitingForLocks } from '../../../../testing/database.ts'
import { makeCompany } from '../../../../testing/making/make.ts'
import { addToRelease, agreed, ownRequest } from '../../../../testing/making/scopes.ts'
import { lookAtScopes } from '../../../agreements/commands/scope-changes.ts'
import { releaseHeld } from './withdrawn.ts'

/** An undo restores the release as it was, and nothing that a later change has ended. */

const world = letterWorld()
let id = 0
let release_id = 0
beforeEach(async () => {
  id = await newAgreement(world)
  release_id = (await read(world, id)).release_id
})

const later = (seconds: number) => {
  const { clock } = world.product
  clock.set(new Date(clock.now().getTime() + seconds * 1000).toISOString())
}
async function undoLast() {
  const { acts } = (await world.manager(consequences.withdrawals)).body
  return world.manager(consequences.undo, { body: { act_id: acts[0]?.act_id ?? 0 } })
}
async function saved(companies: number[]) {
  const { title, start_date, plan_date } = (await world.manager(releases.get, { params: { id: release_id } })).body
  return world.manager(releases.save, { params: { id: release_id }, body: { title, start_date, plan_date, companies } })
}
const withdraw = () => world.manager(consequences.withdraw, { body: { ids: [id] } })
const listed = (company_id: number, reasons = {}) =>
  world.manager(releases.notPublishing, { body: { release_id, company_id, ...reasons } })

const moveTo = (kind: 'closed' | 'work') => moveRelease(world, release_id, kind)

/** What ends a withdrawn agreement for good, after what withdrew it. */
const ends: Record<string, [() => Promise<unknown>, () => Promise<{ status: number }>]> = {
  'putting the company on the list': [withdraw, () => listed(world.people.company1)],
  'closing the release': [withdraw, () => moveTo('closed')],
  'taking the company off the release': [() => world.manager(agreements.remove, { params: { id } }), () => saved([])],
  'hiding the company': [
    async () => {
      await saved([])
      const { db } = world.product.deps
      await db.updateTable('users').set({ is_blocked: true }).where('idcomp', '=', world.people.company1).execute()
      await db.deleteFrom('release_companies').where('idcomp', '=', world.people.company1).execute()
    },
    () => world.admin(adminCompanies.hide, { params: { id: world.people.company1 }, body: { is_hidden: true } }),
  ],
}

test.each(Object.entries(ends))('%s after the act cannot be undone with it', async (_, [act, end]) => {
  await send(world, id)
  await update(world.client1, id, { updateTarget: 5 })
  await act()
  expect((await end()).status).toBe(200)
  expect(await undoLast()).toMatchObject({
    status: 409,
    refusal: { message: expect.stringContaining('Согласование или его релиз с тех пор изменили') },
  })
  const { db } = world.product.deps
  const letters = db.selectFrom('letters').select('id').where('entity', '=', 'agreement').where('entity_id', '=', id)
  expect(await letters.where('kind', '=', 'agreement.withdrawn').execute()).not.toEqual([])
  const kept = await db.selectFrom('agreements').select('by_client').where('id', '=', id).executeTakeFirstOrThrow()
  expect(kept.by_client).toBe(false)
  await db.updateTable('companies').set({ deleted_at: null }).execute()
  await db.updateTable('users').set({ is_blocked: false }).execute()
})

test('an undo locks the companies before their release, as hiding one does', async () => {
  const { db } = world.product.deps
  const { company1, company2 } = world.people
  await send(world, id)
  expect((await saved([company2])).status).toBe(200)
  const undoing = await db.transaction().execute(async (tx) => {
    await sql`select from companies where idcomp = ${company1} for update`.execute(tx)
    const answer = undoLast()
    await expect.poll(() => waitingForLocks(db)).toBe(1)
    await sql`select from releases where id = ${release_id} for update nowait`.execute(tx)
    return { answer }
  })
  expect((await undoing.answer).status).toBe(200)
})

test('what was withdrawn of a closed release can be undone until the release is reopened', async () => {
  await send(world, id)
  await moveTo('closed')
  await withdraw()
  expect((await undoLast()).status).toBe(200)
  await withdraw()
  await moveTo('work')
  expect((await undoLast()).status).toBe(409)
})

/** Lets a minute pass. */
async function sendAllHeld() {
  later(60)
  await releaseHeld(world.product.deps)
  await emptyBox(world)
}
/** Withdraws the agreement of a release that was closed 50 seconds before, and tries to send 20 seconds later. */
async function withdrawAfterClosing(act: () => Promise<{ status: number }>) {
  await send(world, id)
  await update(world.client1, id, { updateTarget: 5 })
  await sendAllHeld()
  expect((await moveTo('closed')).status).toBe(200)
  later(50)
  expect((await act()).status).toBe(200)
  later(20)
  await releaseHeld(world.product.deps)
  expect(await emptyBox(world)).toEqual([])
}
/** The kinds of the letters that are sent in the end. */
async function sentAfterwards() {
  await sendAllHeld()
  const { db } = world.product.deps
  const letters = await db
    .selectFrom('letters as l')
    .innerJoin('deliveries as d', 'd.letter_id', 'l.id')
    .select(['l.kind', 'd.target', 'l.ics'])
    .where('d.state', '=', 'sent')
    .where('l.entity', '=', 'agreement')
    .where('l.entity_id', '=', id)
    .where('l.kind', 'in', ['agreement.called_off', 'agreement.withdrawn'])
    .orderBy('d.target')
    .execute()
  expect(letters.every(({ ics }) => ics?.includes('METHOD:CANCEL'))).toBe(true)
  return letters.map(({ kind, target }) => `${kind} ${target}`)
}
const ofClosed: Record<string, () => Promise<{ status: number }>> = {
  'withdrawn by hand': withdraw,
  'an agreement deleted': () => world.manager(agreements.remove, { params: { id } }),
  'a release deleted': () => world.manager(releases.remove, { params: { id: release_id } }),
}

test.each(Object.entries(ofClosed))('%s and undone leaves the letters about the closed release', async (_, act) => {
  await withdrawAfterClosing(act)
  expect((await undoLast()).status).toBe(200)
  expect(await sentAfterwards()).toEqual([
    'agreement.called_off admin@example.ru',
    'agreement.called_off client1@example.ru',
  ])
})

test('a withdrawal that is not undone is all that is written about a closed release', async () => {
  await withdrawAfterClosing(withdraw)
  expect(await sentAfterwards()).toEqual([
    'agreement.withdrawn admin@example.ru',
    'agreement.withdrawn client1@example.ru',
  ])
})

test('letters overtaken by a withdrawal do not stand for those of a later closing', async () => {
  await send(world, id)
  await moveTo('closed')
  await sendAllHeld()
  await moveTo('work')
  await withdraw()
  await send(world, id)
  await moveTo('closed')
  const closings = (await sentAfterwards()).filter((sent) => sent === 'agreement.called_off client1@example.ru')
  expect(closings).toHaveLength(2)
})

test('companies without an agreement return too, and those of the list with their reasons', async () => {
  const { db } = world.product.deps
  const { company1, company2 } = world.people
  const unsent = await makeCompany(db)
  await saved([company1, company2, unsent])
  const pair = { release_id, company_id: unsent }
  await world.manager(agreements.add, { body: { ...pair, recipients: [], releaseDate: '2026-03-20' } })
  await listed(unsent, { reason: 'Нет стенда', client_reason: 'Отложили' })
  await listed(company2, { reason: 'Другая версия' })
  await send(world, id)
  const rows = () => db.selectFrom('not_publishing_list').selectAll().where('release_id', '=', release_id).execute()
  const kept = (await rows()).filter(({ idcomp }) => idcomp === unsent)
  await saved([])
  expect(await rows()).toEqual([])
  // Added again by somebody who has not put it on the list.
  await saved([company2])
  expect((await undoLast()).status).toBe(200)
  const { body } = await world.manager(releases.get, { params: { id: release_id } })
  expect(new Set(body.companies.map(({ idcomp }) => idcomp))).toEqual(new Set([company1, company2, unsent]))
  expect(kept).toMatchObject([{ reason: 'Нет стенда', client_reason: 'Отложили' }])
  expect(await rows()).toEqual(kept)
})

test('a changed scope that waits for a decision waits again', async () => {
  const scope = await agreed(world)
  await addToRelease(world, scope.release_id, [await ownRequest(world)])
  await lookAtScopes(world.product.deps)
  const isWaiting = async () =>
    (await world.manager(waiting.list, { query: { kind: 'scope', per_page: 500 } })).body.data.some(
      ({ agreement_id }) => agreement_id === scope.id,
    )
  expect(await isWaiting()).toBe(true)
  await world.manager(consequences.withdraw, { body: { ids: [scope.id] } })
  expect(await isWaiting()).toBe(false)
  expect((await undoLast()).status).toBe(200)
  expect(await isWaiting()).toBe(true)
})
