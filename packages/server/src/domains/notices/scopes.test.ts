import { expect, test } from 'vitest'
import { DAY_MS, notices } from '@vypusk/contract'
import { emptyBox, letterWorld, read, send, update } from '../../testing/letters.ts'
import { clear, noticesOf, unread } from '../../testing/notices.ts'
import { addToRelease, agreed, newScope, ownRequest, removeFromRelease, settle } from '../../testing/making/scopes.ts'
import { lookAtScopes } from '../agreements/commands/scope-changes.ts'
import { sendHeld } from '../letters/commands/holding/holding.ts'

/** What is decided about a changed scope, behind the bell. */

const world = letterWorld()
/** A company that agreed before its release got another request; nothing else is unread. */
async function changed() {
  const { id, release_id } = await agreed(world)
  await addToRelease(world, release_id, [await ownRequest(world)])
  await clear(world.client1)
  return id
}

test('a date to be agreed again because of the scope asks the client, and agreeing settles it', async () => {
  const id = await changed()
  await settle(world, id, 'anew', 'Опечатка')
  const [asked] = await noticesOf(world.client1)
  expect(asked).toMatchObject({ kind: 'approval', settled: false })
  expect(asked?.text).toMatch(/^Состав релиза изменился: согласуйте дату .+ заново$/)
  expect(await unread(world.client1)).toBe(1)
  await update(world.client1, id, { updateTarget: 5, scope_sha: (await read(world, id)).scope?.sha256 ?? '' })
  expect(await unread(world.client1)).toBe(0)
})

test('a client is told of a change that needs no other answer, and hears nothing of one that staff pass over', async () => {
  const id = await changed()
  await settle(world, id, 'tell', 'Опечатка')
  expect((await noticesOf(world.client1))[0]).toMatchObject({
    kind: 'changed',
    text: 'Состав релиза изменился, согласие остаётся в силе',
  })
  const other = await changed()
  await settle(world, other, 'ignore')
  expect(await unread(world.client1)).toBe(0)
})

/** Lets a change come to rest, so that people are told of it. */
async function rest() {
  const { clock, deps } = world.product
  await lookAtScopes(deps)
  clock.set(new Date(clock.now().getTime() + 11 * 60_000).toISOString())
  await sendHeld(deps)
}

test('recipients of a letter about a changed scope read of it behind the bell too, and get no other letter', async () => {
  const asking = { kind: 'approval' as const, screen: true, letter: true, digest: false }
  await world.client1(notices.saveSettings, { body: { kinds: [asking], digest_time: '09:00' } })
  const { id, release_id } = await newScope(world)
  await send(world, id)
  await clear(world.client1)
  await emptyBox(world)
  await addToRelease(world, release_id, [await ownRequest(world)])
  await rest()
  const [asked] = await noticesOf(world.client1)
  expect(asked).toMatchObject({ kind: 'approval', reason: 'recipient', settled: false })
  expect(asked?.text).toMatch(/^Состав релиза изменился: согласуйте дату /)
  expect(await emptyBox(world)).toEqual(['client1@example.ru'])
})

test('a change that was agreed to anew and is cancelled is told behind the bell as well', async () => {
  const { id, release_id } = await agreed(world)
  const added = await ownRequest(world)
  await addToRelease(world, release_id, [added])
  await settle(world, id, 'tell', 'Опечатка')
  await clear(world.client1)
  await removeFromRelease(world, release_id, added)
  await rest()
  expect((await noticesOf(world.client1))[0]).toMatchObject({
    kind: 'changed',
    text: 'Изменение состава релиза отменено, согласие остаётся в силе',
  })
})

test('the question about a changed scope stands in the place of the first one, even if that is marked unread', async () => {
  const { id, release_id } = await newScope(world)
  await clear(world.client1)
  await send(world, id)
  const questions = async () =>
    (await noticesOf(world.client1, { unread: 'true' })).filter(({ kind }) => kind === 'approval')
  const [first] = await questions()
  await addToRelease(world, release_id, [await ownRequest(world)])
  await rest()
  expect((await questions()).map(({ text }) => text)).toEqual([expect.stringMatching(/^Состав релиза изменился/)])

  await clear(world.client1)
  await addToRelease(world, release_id, [await ownRequest(world)])
  world.product.clock.set(new Date(world.product.clock.now().getTime() + DAY_MS).toISOString())
  await rest()
  const [newest, ...others] = await questions()
  expect(others).toEqual([])
  // The one before was read when it was replaced, so that it is still in the list.
  const ids = (await noticesOf(world.client1)).filter(({ kind }) => kind === 'approval').map((one) => one.id)
  expect(ids[0]).toBe(newest?.id)
  expect(ids).not.toContain(first?.id)
  await world.client1(notices.read, { body: { ids: ids.slice(0, 2), read: false } })
  expect((await questions()).map((one) => one.id)).toEqual([newest?.id])
})
