import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { agreements, consequences, letters, offers, threads } from '@vypusk/contract'
import { waitingForLocks } from '../../../../testing/database.ts'
import { letterWorld, newAgreement } from '../../../../testing/letters.ts'
import { sendHeld } from './holding.ts'

const world = letterWorld()
const remark = async (id: number, text: string) =>
  (await world.client1(agreements.update, { params: { id }, body: { updateTarget: 0, remark: text } })).body.mail
const lettersOf = (id: number) =>
  world.product.deps.db
    .selectFrom('letters')
    .select(['text', 'subject'])
    .where('entity_id', '=', id)
    .where('kind', 'in', ['thread.raised', 'thread.client'])
    .where('entity', '=', 'agreement')
    .orderBy('id')
    .execute()
const later = (minutes: number) => {
  const { clock } = world.product
  clock.set(new Date(clock.now().getTime() + minutes * 60_000).toISOString())
}

/** Answers in the agreement's first thread. */
const answer = async (id: number, text: string) => {
  const { body } = await world.client1(threads.of, { params: { entity: 'agreement', id } })
  const answered = await world.client1(threads.answer, {
    params: { id: body.threads[0]?.id ?? 0 },
    body: { html: `<p>${text}</p>` },
  })
  return answered.body.mail
}

test('thirty entries of the client make two letters: the first at once, the others together', async () => {
  const id = await newAgreement(world)
  expect(await remark(id, 'Замечание 1')).toBe('sent')
  for (let n = 2; n <= 30; n += 1) expect(await answer(id, `Замечание ${n}.`)).toBe('queued')
  later(9)
  await sendHeld(world.product.deps)
  expect(await lettersOf(id)).toHaveLength(1)
  later(2)
  await Promise.all([sendHeld(world.product.deps), sendHeld(world.product.deps)])
  const [, together, ...more] = await lettersOf(id)
  expect(more).toEqual([])
  for (let n = 2; n <= 30; n += 1) expect(together?.text).toContain(`Замечание ${n}.`)
  later(10)
  expect(await remark(id, 'Через час')).toBe('sent')
})

async function offer(id: number, releaseDate: string) {
  const body = { releaseDate, releaseTime: '10:00', reason: 'Так удобнее' }
  const { body: made } = await world.client1(offers.propose, { params: { id }, body })
  return { mail: made.mail, offer_id: made.agreement.offer?.id ?? 0 }
}
const takeBack = (id: number, { offer_id }: { offer_id: number }) =>
  world.client1(offers.answer, { params: { id, offer_id }, body: { answer: 'withdraw' } })
const remove = (id: number) => world.manager(agreements.remove, { params: { id } })
const withdraw = (id: number) => world.manager(consequences.withdraw, { body: { ids: [id] } })
const undo = async () => {
  const { acts } = (await world.manager(consequences.withdrawals)).body
  return world.manager(consequences.undo, { body: { act_id: acts[0]?.act_id ?? 0 } })
}
const offersOf = (id: number) =>
  world.product.deps.db
    .selectFrom('letters')
    .select('text')
    .where('entity', '=', 'agreement')
    .where('entity_id', '=', id)
    .where('kind', '=', 'agreement.offered')
    .execute()

/** What is collected about an agreement, what ends the agreement, and the letters about what was collected. */
const lost: Record<
  string,
  [(id: number) => Promise<unknown>, (id: number) => Promise<{ status: number }>, typeof offersOf]
> = {
  'remarks of an agreement that is deleted': [
    async (id) => [await remark(id, 'Замечание'), await answer(id, 'Второе.')],
    remove,
    lettersOf,
  ],
  'offers of an agreement that is withdrawn': [
    async (id) => {
      await takeBack(id, await offer(id, '2026-04-01'))
      await offer(id, '2026-04-02')
    },
    withdraw,
    offersOf,
  ],
}

test.each(Object.entries(lost))('%s are written about after an undo, and not without one', async (_, way) => {
  const [collect, end, about] = way
  for (const isUndone of [true, false]) {
    const id = await newAgreement(world)
    await world.manager(agreements.update, { params: { id }, body: { updateTarget: 5 } })
    await collect(id)
    expect(await about(id)).toHaveLength(1)
    later(9.9)
    expect((await end(id)).status).toBe(200)
    later(0.5)
    await sendHeld(world.product.deps)
    expect(await about(id)).toHaveLength(1)
    if (isUndone) await undo()
    later(0.5)
    await sendHeld(world.product.deps)
    expect(await about(id)).toHaveLength(isUndone ? 2 : 1)
  }
})

test('an offer withdrawn while its letter waited causes no letter', async () => {
  const id = await newAgreement(world)
  await world.manager(agreements.update, { params: { id }, body: { updateTarget: 5 } })
  const first = await offer(id, '2026-04-01')
  await takeBack(id, first)
  const second = await offer(id, '2026-04-02')
  await takeBack(id, second)
  expect([first.mail, second.mail]).toEqual(['sent', 'queued'])
  later(11)
  await sendHeld(world.product.deps)
  const { db } = world.product.deps
  const offered = db
    .selectFrom('letters')
    .select('id')
    .where('entity_id', '=', id)
    .where('kind', '=', 'agreement.offered')
  expect(await offered.where('entity', '=', 'agreement').execute()).toHaveLength(1)
  expect(await db.selectFrom('held_letters').select('due_at').where('due_at', 'is not', null).execute()).toEqual([])
})

test('a due letter waits for its agreement before it is locked itself, as one who adds to it does', async () => {
  const { deps } = world.product
  const { db } = deps
  const id = await newAgreement(world)
  await remark(id, 'Замечание')
  await answer(id, 'Второе.')
  later(11)
  const sending = await db.transaction().execute(async (tx) => {
    await sql`select from agreements where id = ${id} for update`.execute(tx)
    const sent = sendHeld(deps)
    await expect.poll(() => waitingForLocks(db)).toBe(1)
    await sql`select from held_letters where entity_id = ${id} for update nowait`.execute(tx)
    return { sent }
  })
  await sending.sent
  expect(await lettersOf(id)).toHaveLength(2)
})

test('a letter that was due when a copy was restored is left to a person', async () => {
  const { deps } = world.product
  const id = await newAgreement(world)
  await remark(id, 'Замечание')
  await answer(id, 'Второе.')
  later(11)
  const restored = deps.db.updateTable('held_letters').set({ is_unsure: true }).where('due_at', 'is not', null)
  await restored.execute()
  await sendHeld(deps)
  const deliveries = () =>
    deps.db
      .selectFrom('letters as l')
      .innerJoin('deliveries as d', 'd.letter_id', 'l.id')
      .select(['d.id', 'd.state', 'd.last_error'])
      .where('l.entity', '=', 'agreement')
      .where('l.entity_id', '=', id)
      .where('l.text', 'like', '%Второе.%')
      .execute()
  const unsure = await deliveries()
  expect(unsure.length).toBeGreaterThan(0)
  for (const one of unsure) expect(one).toMatchObject({ state: 'failed', last_error: expect.stringContaining('копии') })
  const again = await world.manager(letters.retryDelivery, { params: { id: unsure[0]?.id ?? 0 } })
  expect(again.body.mail).toBe('sent')
  expect(await deps.db.selectFrom('held_letters').select('entity_id').where('is_unsure', '=', true).execute()).toEqual(
    [],
  )
})

test('what was collected while a clock was ahead does not wait until it gets there', async () => {
  const id = await newAgreement(world)
  const ahead = 3 * 24 * 60
  later(ahead)
  await remark(id, 'Замечание 1')
  expect(await answer(id, 'Замечание 2.')).toBe('queued')
  later(-ahead)
  await sendHeld(world.product.deps)
  expect(await lettersOf(id)).toHaveLength(2)
})

test('nor what was collected before an agreement ended while a clock was ahead', async () => {
  const id = await newAgreement(world)
  await world.manager(agreements.update, { params: { id }, body: { updateTarget: 5 } })
  await takeBack(id, await offer(id, '2026-04-01'))
  await offer(id, '2026-04-02')
  const ahead = 3 * 24 * 60
  later(ahead)
  await withdraw(id)
  later(-ahead)
  later(11)
  await sendHeld(world.product.deps)
  const waiting = world.product.deps.db.selectFrom('held_letters').select('topic').where('due_at', 'is not', null)
  expect(await waiting.where('entity_id', '=', id).execute()).toEqual([])
})
