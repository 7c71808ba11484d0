import { beforeEach, expect, test } from 'vitest'
import { adminCompanies, agreements, approve, consequences, notices, offers, releases } from '@vypusk/contract'
import {
  allCome,
  letterWorld,
  linkOf,
  moveRelease,
  newAgreement,
  read,
  send,
  update,
} from '../../../../testing/letters.ts'
import { addToRelease, agreed, ownRequest } from '../../../../testing/making/scopes.ts'
import { lookAtScopes } from '../../../agreements/commands/scope-changes.ts'
import { releaseHeld } from './withdrawn.ts'

/** The consequences of a change are shown before it is made, and it can be undone for a minute. */

const world = letterWorld()
let id = 0
let release_id = 0
beforeEach(async () => {
  id = await newAgreement(world, { recipientsExtra: ['it@example.ru'] })
  release_id = (await read(world, id)).release_id
})

const later = (seconds: number) => {
  const { clock } = world.product
  clock.set(new Date(clock.now().getTime() + seconds * 1000).toISOString())
}
const foresee = async (body: consequences.Intent) =>
  (await world.manager(consequences.foresee, { body })).body.consequences
const acts = async () => (await world.manager(consequences.withdrawals)).body.acts
const undo = (act_id: number) => world.manager(consequences.undo, { body: { act_id } })
const undoLast = async () => undo((await acts())[0]?.act_id ?? 0)
const waiting = () =>
  world.product.deps.db
    .selectFrom('letters')
    .select('id')
    .where('entity', '=', 'agreement')
    .where('entity_id', '=', id)
    .where('kind', '=', 'agreement.withdrawn')
    .execute()
const saved = async (body: object) => {
  const { title, start_date, plan_date } = (await world.manager(releases.get, { params: { id: release_id } })).body
  return world.manager(releases.save, {
    params: { id: release_id },
    body: { title, start_date, plan_date, ...body },
  })
}

/** Each way to withdraw agreements: its preview, and the act. */
const ways: Record<string, [() => consequences.Intent, () => Promise<{ status: number }>]> = {
  release_deleted: [
    () => ({ change: 'release_deleted', release_id }),
    () => world.manager(releases.remove, { params: { id: release_id } }),
  ],
  agreement_deleted: [
    () => ({ change: 'agreements_deleted', ids: [id] }),
    () => world.manager(agreements.remove, { params: { id } }),
  ],
  company_off: [
    () => ({ change: 'releases_saved', releases: [{ id: release_id, companies: [] }] }),
    () => saved({ companies: [] }),
  ],
  company_listed: [
    () => ({
      change: 'releases_saved',
      releases: [{ id: release_id, notPublishingList: [world.people.company1] }],
    }),
    () => world.manager(releases.notPublishing, { body: { release_id, company_id: world.people.company1 } }),
  ],
  withdrawn_by_hand: [
    () => ({ change: 'release_withdrawn', release_id }),
    () => world.manager(consequences.withdraw, { body: { ids: [id], client_reason: 'Отложили' } }),
  ],
}

test.each(Object.entries(ways))('%s is previewed, and undone with its letters', async (_, [intent, act]) => {
  await send(world, id)
  const token = linkOf(world, 'it@example.ru')
  await world.client1(offers.propose, {
    params: { id },
    body: { releaseDate: '2026-03-27', releaseTime: null, reason: 'Отпуск' },
  })
  const before = await read(world, id)
  const [seen] = await foresee(intent())
  expect(seen).toMatchObject({
    agreement_id: id,
    kind: 'withdrawn',
    agreed: false,
    addressees: ['Имя client1', 'it@example.ru'],
  })
  expect((await read(world, id)).version).toBe(before.version)
  expect((await act()).status).toBe(200)
  expect(await waiting()).toHaveLength(2)
  expect((await undoLast()).body).toEqual({ message: 'Success', agreements: [id] })
  expect(await waiting()).toEqual([])
  const now = await read(world, id)
  const { status, sent_at, offer, not_publishing, recipients } = before
  expect(now).toMatchObject({ status, sent_at, offer, not_publishing, recipients, deliveries: before.deliveries })
  const opened = await world.product.anonymous(approve.ask, { params: { token } })
  expect(opened.status).toBe(200)
  later(120)
  await releaseHeld(world.product.deps)
  expect(await waiting()).toEqual([])
  const { companies } = (await world.manager(releases.get, { params: { id: release_id } })).body
  expect(companies.map(({ idcomp }) => idcomp)).toEqual([world.people.company1])
})

test('what was agreed is agreed again, and the question behind the bell waits again', async () => {
  const noticesOfRelease = async () => {
    const { body } = await world.client1(notices.list, { query: {} })
    return body.notices
      .filter(({ href }) => href.endsWith(`/${release_id}`))
      .map(({ kind, settled }) => [kind, settled])
  }
  await send(world, id)
  expect(await noticesOfRelease()).toEqual([['approval', false]])
  await saved({ companies: [] })
  expect(await noticesOfRelease()).not.toContainEqual(['approval', false])
  await undoLast()
  expect(await noticesOfRelease()).toEqual([['approval', false]])
  await update(world.client1, id, { updateTarget: 5 })
  await saved({ companies: [] })
  await undoLast()
  expect(await read(world, id)).toMatchObject({ status: 2, by_client: true })
})

test('after a minute, after a letter was sent, twice, or by somebody else, it cannot be undone', async () => {
  await send(world, id)
  await saved({ companies: [] })
  const [act] = await acts()
  const act_id = act?.act_id ?? 0
  expect(act?.agreements).toMatchObject([{ id, company: expect.stringContaining('Компания') }])
  expect((await world.admin(consequences.undo, { body: { act_id } })).status).toBe(404)
  const { db } = world.product.deps
  await db.updateTable('letters').set({ held_until: null }).where('entity_id', '=', id).execute()
  expect(await undo(act_id)).toMatchObject({
    status: 409,
    refusal: { message: 'Письма уже отправлены: отменить нельзя. Спросите о дате заново' },
  })
  expect((await read(world, id)).status).toBe(0)
  later(61)
  expect(await acts()).toEqual([])
  expect((await undo(act_id)).refusal.message).toContain('Прошла минута')
})

test('two people undo it at once: it is undone once', async () => {
  await send(world, id)
  await saved({ companies: [] })
  const [act] = await acts()
  const both = await Promise.all([undo(act?.act_id ?? 0), undo(act?.act_id ?? 0)])
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]))
  expect((await read(world, id)).status).toBe(1)
})

test('letters that were held while a clock was ahead do not wait until it gets there', async () => {
  await send(world, id)
  later(3600)
  await saved({ companies: [] })
  const act_id = (await acts())[0]?.act_id ?? 0
  later(-3600)
  expect((await acts()).map((act) => act.act_id)).not.toContain(act_id)
  expect((await undo(act_id)).status).toBe(409)
  await releaseHeld(world.product.deps)
  await allCome(world)
  const held = world.product.deps.db.selectFrom('letters').select('id').where('held_until', 'is not', null)
  expect(await held.execute()).toEqual([])
  expect(world.smtp.received.filter(({ mail }) => mail.subject?.includes('снят'))).not.toEqual([])
})

test('what was changed since is not restored', async () => {
  await send(world, id)
  await world.manager(consequences.withdraw, { body: { ids: [id] } })
  await update(world.manager, id, { updateTarget: 4, releaseDate: '2026-03-28', releaseTime: null, cancel_reason: '' })
  expect((await undoLast()).status).toBe(409)
  expect(await read(world, id)).toMatchObject({ status: 0, releaseDate: '2026-03-28' })
})

test('an agreement the company was not asked about is deleted without letters', async () => {
  expect((await world.manager(consequences.withdraw, { body: { ids: [id] } })).refusal.message).toBe(
    'Снимать нечего: о дате никого ещё не спрашивали',
  )
  expect(await foresee({ change: 'releases_saved', releases: [{ id: release_id, companies: [] }] })).toMatchObject([
    { kind: 'gone', addressees: [] },
  ])
  await saved({ companies: [] })
  expect((await world.manager(agreements.get, { params: { id } })).status).toBe(404)
  expect((await undoLast()).status).toBe(200)
  expect(await read(world, id)).toMatchObject({ status: 0 })
})

test('hiding offers to withdraw, and a later plan date marks the agreements it has overtaken', async () => {
  await send(world, id)
  expect(
    await foresee({ change: 'releases_saved', releases: [{ id: release_id, is_visible_for_client: false }] }),
  ).toMatchObject([{ kind: 'offered' }])
  const planned = (plan_date: string) =>
    foresee({ change: 'releases_saved', releases: [{ id: release_id, plan_date }] })
  expect(await planned('2026-06-30')).toMatchObject([{ kind: 'marked', releaseDate: '2026-03-20' }])
  expect(await foresee({ change: 'release_deleted', release_id })).toHaveLength(1)
  expect(
    (await world.manager(consequences.foresee, { body: { change: 'release_deleted', release_id: 999_999 } })).status,
  ).toBe(404)
})

test('a scope that changed while its agreement was withdrawn is noticed once that is undone', async () => {
  const one = await agreed(world)
  await addToRelease(world, one.release_id, [await ownRequest(world)])
  await world.manager(consequences.withdraw, { body: { ids: [one.id] } })
  await lookAtScopes(world.product.deps)
  expect((await undoLast()).status).toBe(200)
  await lookAtScopes(world.product.deps)
  expect((await read(world, one.id)).scope_change?.added).toHaveLength(1)
})

test('hiding a company withdraws what it was asked, and showing it again restores that', async () => {
  await send(world, id)
  const { db } = world.product.deps
  const company = world.people.company1
  await moveRelease(world, release_id, 'closed')
  await db.updateTable('users').set({ is_blocked: true }).where('idcomp', '=', company).execute()
  await db
    .updateTable('release_companies')
    .set({ idcomp: world.people.company2 })
    .where('release_id', '<>', release_id)
    .execute()
  expect(await foresee({ change: 'company_hidden', company_id: company })).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ agreement_id: id, kind: 'withdrawn', addressees: ['it@example.ru'] }),
    ]),
  )
  const hidden = await world.admin(adminCompanies.hide, { params: { id: company }, body: { is_hidden: true } })
  expect(hidden.status).toBe(200)
  expect(await read(world, id)).toMatchObject({ status: 0 })
  const [act] = (await world.admin(consequences.withdrawals)).body.acts
  expect((await world.admin(consequences.undo, { body: { act_id: act?.act_id ?? 0 } })).status).toBe(200)
  expect(await read(world, id)).toMatchObject({ status: 1 })
  const { body } = await world.admin(adminCompanies.get, { params: { id: company } })
  expect([body.is_hidden, body.history[0]]).toMatchObject([false, { title: 'Скрыта', before: true, after: false }])
})
