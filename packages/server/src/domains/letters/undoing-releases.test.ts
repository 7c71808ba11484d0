import { beforeEach, expect, test } from 'vitest'
import { adminCompanies, agreements, consequences, releases, waiting } from '@vypusk/contract'
import { letterWorld, newAgreement, read, send, update } from '../../testing/letters.ts'
import { makeCompany } from '../../testing/make.ts'
import { addToRelease, agreed, ownRequest } from '../../testing/scopes.ts'
import { lookAtScopes } from '../agreements/commands/looking.ts'

/** An undo restores the release as it was, and nothing that a later change has ended. */

const world = letterWorld()
let id = 0
let release_id = 0
beforeEach(async () => {
  id = await newAgreement(world)
  release_id = (await read(world, id)).release_id
})

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

/** Moves the release to the step of a kind. */
async function moveTo(kind: 'closed' | 'work') {
  const { db } = world.product.deps
  const step = await db
    .selectFrom('release_steps')
    .select('id')
    .where('kind', '=', kind)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  return world.manager(releases.changeStep, { params: { id: release_id }, body: { step_id: step.id } })
}

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

test('what was withdrawn of a closed release can be undone until the release is reopened', async () => {
  await send(world, id)
  await moveTo('closed')
  await withdraw()
  expect((await undoLast()).status).toBe(200)
  await withdraw()
  await moveTo('work')
  expect((await undoLast()).status).toBe(409)
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
