import { afterAll, beforeAll, expect, test } from 'vitest'
import { agreements, consequences, offers, releases, waiting } from '@vypusk/contract'
import { testApp, type Api, type TestApp } from '../../testing/app.ts'
import { makeAgreement, makePeople, makePerson, makeRelease, makeRequest } from '../../testing/making/make.ts'
import { makePublication } from '../../testing/making/make-publication.ts'
import { lookAtScopes } from '../agreements/commands/scope-changes.ts'
import { sendHeld } from '../letters/commands/holding/holding.ts'

/** What waits once the people or the companies of an agreement have changed. */

let product: TestApp
let people: Awaited<ReturnType<typeof makePeople>>
let as: Record<'manager' | 'client1', Api>
beforeAll(async () => {
  product = await testApp()
  people = await makePeople(product.deps.db)
  as = { manager: await product.as('manager'), client1: await product.as('client1') }
})
afterAll(() => product.close())

/** What waits for the caller in one release, as «kind id». */
async function waits(api: Api, release_id: number, query: { own?: string } = {}) {
  const { body } = await api(waiting.list, { query: { per_page: 500, ...query } })
  return body.data.filter((matter) => matter.release_id === release_id).map(({ kind, id }) => `${kind} ${id}`)
}

/** A release of the manager with an agreement. */
async function made() {
  const { db } = product.deps
  const { manager: author_id, company1: company_id } = people
  const release_id = await makeRelease(db, { author_id }, { companies: [company_id] })
  const id = await makeAgreement(db, { author_id, release_id, company_id, releaseDate: '2026-03-20' })
  return { id, release_id }
}

const update = (api: Api, id: number, body: Parameters<typeof JSON.stringify>[0]) =>
  api(agreements.update, { params: { id }, body: body as never })
const send = (id: number) => update(as.manager, id, { updateTarget: 5 })

test('nobody can answer once the only recipient has moved to another company', async () => {
  const { db } = product.deps
  const recipient = await makePerson(db, 'mover', { idcomp: people.company1 })
  const { id, release_id } = await made()
  await update(as.manager, id, { updateTarget: 2, recipients: [recipient] })
  await send(id)
  expect(await waits(as.manager, release_id)).toEqual([])
  await db.updateTable('users').set({ idcomp: people.company2 }).where('id', '=', recipient).execute()
  expect(await waits(as.manager, release_id)).toEqual([`nobody ${id}`])
  const { body } = await as.manager(releases.get, { params: { id: release_id } })
  expect(body.readiness?.waiting[0]?.blockers.map(({ kind }) => kind)).toContain('nobody')
})

test('after a publication to some companies the others still wait for staff, and those that have it do not', async () => {
  const { db } = product.deps
  const { manager: author_id, company1, company2, client1 } = people
  const { id, release_id } = await made()
  const asked = async () => (await waits(as.manager, release_id)).filter((matter) => !matter.startsWith('receipt'))
  await db.insertInto('release_companies').values({ release_id, idcomp: company2 }).execute()
  await makeAgreement(db, { author_id, release_id, company_id: company2, releaseDate: '2026-03-20' })
  await update(as.manager, id, { updateTarget: 2, recipients: [client1] })
  await send(id)
  await makePublication(db, { author_id }, [{ release_id, customers: [company2] }])
  await db
    .updateTable('releases')
    .set({ published_at: '2026-03-06T08:00:00.000Z' })
    .where('id', '=', release_id)
    .execute()
  expect(await asked()).toEqual([])
  const body = { releaseDate: '2026-03-25', reason: 'Отчётность' }
  await as.client1(offers.propose, { params: { id }, body })
  expect(await asked()).toEqual([`offer ${id}`])
  await makePublication(db, { author_id }, [{ release_id, customers: [company1] }])
  expect(await asked()).toEqual([])
})

test('a company that was taken off the release after it was asked waits for nothing', async () => {
  const { id, release_id } = await made()
  await send(id)
  const { title, start_date, plan_date } = (await as.manager(releases.get, { params: { id: release_id } })).body
  const body = { title, start_date, plan_date, companies: [] }
  await as.manager(releases.save, { params: { id: release_id }, body })
  expect((await as.manager(agreements.get, { params: { id } })).body.abilities.approve).not.toBe(true)
  expect(await waits(as.manager, release_id, { own: 'false' })).toEqual([])
})

/** An agreement that client1 has approved, whose scope then got another request. */
async function grown() {
  const { manager: author_id, company1: idcomp, client1, module: idmod } = people
  const { id, release_id } = await made()
  await update(as.manager, id, { updateTarget: 2, recipients: [client1] })
  await send(id)
  await update(as.client1, id, { updateTarget: 5 })
  const request = await makeRequest(product.deps.db, { author_id, idcomp, idmod })
  await as.manager(releases.addRequests, { params: { id: release_id }, body: { requests: [request] } })
  await lookAtScopes(product.deps)
  return { id, release_id }
}

test('a changed scope is looked at first, whatever the company is asked for', async () => {
  const { id, release_id } = await grown()
  await update(as.manager, id, { updateTarget: 4, releaseDate: '2026-03-25', cancel_reason: 'Стенд занят' })
  await send(id)
  expect(await waits(as.client1, release_id)).toEqual([`scope_again ${id}`])
  await as.manager(consequences.withdraw, { body: { ids: [id], client_reason: 'Ошиблись' } })
  await send(id)
  expect(await waits(as.client1, release_id)).toEqual([`date ${id}`])
})

test('an answer given in the list agrees to the scope that the company was last written about', async () => {
  const { manager: author_id, company1: idcomp, client1, module: idmod } = people
  const { id, release_id } = await made()
  await update(as.manager, id, { updateTarget: 2, recipients: [client1] })
  await send(id)
  const shown = async () => {
    const { data } = (await as.client1(waiting.list, { query: { per_page: 500 } })).body
    const { version, scope_sha } = data.find((matter) => matter.release_id === release_id)!
    return { updateTarget: 5, version, told_sha: scope_sha }
  }
  const before = await shown()
  const request = await makeRequest(product.deps.db, { author_id, idcomp, idmod })
  await as.manager(releases.addRequests, { params: { id: release_id }, body: { requests: [request] } })
  const refused = await update(as.client1, id, before)
  expect([refused.status, refused.refusal['scope_change']]).toMatchObject([409, { added: [{ id: request }] }])
  await lookAtScopes(product.deps)
  expect((await update(as.client1, id, await shown())).status).toBe(409)
  const { clock, deps } = product
  clock.set(new Date(clock.now().getTime() + 11 * 60_000).toISOString())
  await sendHeld(deps)
  const now = await shown()
  expect((await update(as.client1, id, now)).status).toBe(200)
  const { history } = (await as.manager(agreements.get, { params: { id } })).body
  expect(history.find(({ field }) => field === 'scope')?.after).toBe(`тот, о котором писали: ${now.told_sha}`)
})

test('an answer given in the list names no scope of a hidden release', async () => {
  const { id, release_id } = await made()
  await update(as.manager, id, { updateTarget: 2, recipients: [people.client1] })
  await send(id)
  await product.deps.db
    .updateTable('releases')
    .set({ is_visible_for_client: false })
    .where('id', '=', release_id)
    .execute()
  const { data } = (await as.client1(waiting.list, { query: { per_page: 500 } })).body
  expect(data.find(({ agreement_id }) => agreement_id === id)?.scope_sha).toBeNull()
})
