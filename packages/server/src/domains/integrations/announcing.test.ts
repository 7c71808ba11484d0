import { expect, test } from 'vitest'
import { offers, receipts, threads, type BodyInput, type webhooks } from '@vypusk/contract'
import { makeRelease } from '../../testing/making/make.ts'
import { makeFile, makePublication } from '../../testing/making/make-publication.ts'
import { letterWorld, newAgreement, send } from '../../testing/letters.ts'
import { addToRelease, agreed, newScope, ownRequest, removeFromRelease, settle } from '../../testing/making/scopes.ts'
import { lookAtScopes } from '../agreements/commands/scope-changes.ts'
import { sendHeld } from '../letters/commands/holding/holding.ts'

/** What webhooks and channels are told; the deliveries are read, not sent. */

const world = letterWorld()

/** Adds a webhook whose address is refused; deliveries to it are written anyway. */
async function listen(
  kinds: webhooks.WebhookKind[],
  of: { format?: 'slack'; company_id?: number } = {},
  inFull = false,
) {
  const { db, clock } = world.product.deps
  const created_at = clock.now().toISOString()
  const { id } = await db
    .insertInto('webhooks')
    .values({ url: 'http://127.0.0.1:9/hook', secret: 'test', kinds, created_at, ...of })
    .returning('id')
    .executeTakeFirstOrThrow()
  return async () => {
    const rows = db.selectFrom('webhook_deliveries').select(['kind', 'body']).where('webhook_id', '=', id)
    const told = await rows.orderBy('id').execute()
    return told.map(({ kind, body }) => {
      const { text } = JSON.parse(body) as { text?: string }
      return text === undefined ? kind : inFull ? text : (/^\*(.*?)\*/.exec(text)?.[1] ?? text)
    })
  }
}
const channel = (kinds: webhooks.WebhookKind[], company_id?: number) =>
  listen(kinds, { format: 'slack', ...(company_id === undefined ? {} : { company_id }) })

async function offered() {
  const id = await newAgreement(world)
  await send(world, id)
  const body = { releaseDate: '2026-03-27', releaseTime: '23:00', reason: '' }
  const { agreement } = (await world.client1(offers.propose, { params: { id }, body })).body
  return { id, offer_id: agreement.offer!.id }
}

test('an accepted offer is told under its own kind, or as a moved date to those that only want these', async () => {
  const kinds = ['agreement.moved', 'agreement.offer_accepted', 'agreement.offer_declined'] as const
  const all = await listen([...kinds])
  const moves = await listen(['agreement.moved'])
  const company = await channel(['agreement.moved'], world.people.company1)
  const other = await channel(['agreement.moved'], world.people.company2)
  const answer = async (body: { answer: 'accept' } | { answer: 'decline'; text: string }) => {
    const { id, offer_id } = await offered()
    expect((await world.manager(offers.answer, { params: { id, offer_id }, body })).status).toBe(200)
  }
  await answer({ answer: 'accept' })
  await answer({ answer: 'decline', text: 'Не успеем' })
  expect(await all()).toEqual(['agreement.offer_accepted', 'agreement.offer_declined'])
  expect(await moves()).toEqual(['agreement.moved'])
  expect([await company(), await other()]).toEqual([['Дата перенесена'], []])
})

test('a cleared approval is told, in channels by what was decided', async () => {
  const kinds = ['agreement.scope_settled'] as const
  const own = await listen([...kinds])
  const staff = await channel([...kinds])
  const company = await channel([...kinds], world.people.company1)
  for (const decision of ['anew', 'tell', 'ignore'] as const) {
    const { id, release_id } = await agreed(world)
    await addToRelease(world, release_id, [await ownRequest(world)])
    await settle(world, id, decision, 'Внутреннее')
  }
  expect(await own()).toEqual(['agreement.scope_settled', 'agreement.scope_settled', 'agreement.scope_settled'])
  const told = ['Состав изменился: клиент согласует заново', 'Состав изменился, согласование в силе']
  expect(await company()).toEqual(told)
  expect(await staff()).toEqual([...told, 'Изменение состава несущественно, согласование в силе'])
})

/** Lets minutes of the product's own work pass. */
async function pass(minutes: number) {
  const { clock, deps } = world.product
  for (let n = 0; n < minutes; n += 1) {
    clock.set(new Date(clock.now().getTime() + 60_000).toISOString())
    await lookAtScopes(deps)
    await sendHeld(deps)
  }
}

test('a changed scope is told to programs at once, and to channels with the letter, by what it means', async () => {
  const kinds = ['agreement.scope_changed'] as const
  const own = await listen([...kinds])
  const staff = await channel([...kinds])
  const company = await channel([...kinds], world.people.company1)

  const asked = await newScope(world)
  await send(world, asked.id)
  await addToRelease(world, asked.release_id, [await ownRequest(world)])
  await pass(1)
  await addToRelease(world, asked.release_id, [await ownRequest(world)])
  await pass(1)
  expect([await own(), await staff()]).toEqual([[...kinds, ...kinds], []])
  await pass(12)
  const unanswered = 'Состав релиза изменился, ответа клиента ещё нет'
  expect([await staff(), await company()]).toEqual([[unanswered], [unanswered]])

  const { id, release_id } = await agreed(world)
  const added = await ownRequest(world)
  await addToRelease(world, release_id, [added])
  await pass(12)
  expect((await staff()).slice(1)).toEqual(['Состав изменился после согласования: решите, что с ним делать'])
  expect(await company()).toEqual([unanswered])

  await settle(world, id, 'tell')
  await pass(2)
  await removeFromRelease(world, release_id, added)
  await pass(12)
  const returned = 'Состав снова тот, что был согласован'
  expect((await staff()).slice(2)).toEqual([returned])
  expect(await company()).toEqual([unanswered, returned])
})

test('a remark that waits again is told; programs hear of every other change', async () => {
  const kinds = ['thread.raised', 'thread.closed'] as const
  const own = await listen([...kinds, 'thread.changed'])
  const staff = await channel([...kinds])
  const id = await newAgreement(world)
  const params = { entity: 'agreement' as const, id }
  const { thread } = (await world.manager(threads.raise, { params, body: { html: '<p>Печать</p>' } })).body
  const of = { params: { id: thread.id } }
  await world.manager(threads.turn, { ...of, body: { state: 'closed' } })
  await world.manager(threads.turn, { ...of, body: { state: 'open' } })
  await world.manager(threads.save, { ...of, body: { blocks: false } })
  expect(await own()).toEqual(['thread.raised', 'thread.closed', 'thread.changed', 'thread.changed'])
  expect(await staff()).toEqual(['Замечание написано', 'Замечание закрыто', 'Замечание снова открыто'])
})

test('what a company confirms is told once, with its name; of files that it verified only the first', async () => {
  const { people, product, client1, manager } = world
  const { db } = product.deps
  const { company1, company2, manager: author_id } = people
  const kinds = ['publication.received'] as const
  const [own, staff, company, other] = [
    await listen([...kinds]),
    await listen([...kinds], { format: 'slack' }, true),
    await channel([...kinds], company1),
    await channel([...kinds], company2),
  ]
  const release_id = await makeRelease(db, { author_id }, { companies: [company1, company2] })
  const sha256 = 'a'.repeat(64)
  const files = [await makeFile(db, { sha256 }), await makeFile(db, { sha256 })]
  const id = await makePublication(db, { author_id }, [{ release_id, files, customers: [company1, company2] }])
  const params = { id }

  const check = (file_id = 0) => client1(receipts.check, { params, body: { file_id, sha256 } })
  const checked = await Promise.all([...files, ...files].map(check))
  expect(checked.map(({ body }) => body.matches)).toEqual([true, true, true, true])
  type Body = BodyInput<typeof receipts.confirm>
  const confirm = async (api: typeof manager, body: Omit<Body, 'release_id'>) =>
    expect((await api(receipts.confirm, { params, body: { release_id, ...body } })).status).toBe(200)
  await confirm(client1, { kind: 'received' })
  await confirm(client1, { kind: 'received' })
  await confirm(manager, { kind: 'installed', company: company1 })
  await confirm(client1, { kind: 'installed', remove: true })

  const told = ['Клиент проверил скачанный файл', 'Клиент получил релиз', 'Клиент установил релиз']
  expect([await own(), await company(), await other()]).toEqual([told.map(() => kinds[0]), told, []])
  const { namecomp } = await db
    .selectFrom('companies')
    .select('namecomp')
    .where('idcomp', '=', company1)
    .executeTakeFirstOrThrow()
  expect((await staff()).map((text) => text.split('|')[1])).toEqual(
    ['client1', 'client1', 'manager'].map((who) => `Публикация № ${id} – ${namecomp}> · Имя ${who}`),
  )
})
