import { expect, test } from 'vitest'
import { letterWorld, read, update } from '../../testing/letters.ts'
import { clear, noticesOf, unread } from '../../testing/notices.ts'
import { addToRelease, agreed, ownRequest, settle } from '../../testing/scopes.ts'

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
