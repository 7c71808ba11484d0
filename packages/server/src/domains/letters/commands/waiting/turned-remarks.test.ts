import { beforeEach, expect, test } from 'vitest'
import { threads } from '@vypusk/contract'
import { leave, refuseMail } from '../../../../testing/leaving-letters.ts'
import { letterWorld, newAgreement, send } from '../../../../testing/letters.ts'

/** Letters that a remark was closed or opened again, which waited while the opposite was done. */

const world = letterWorld()
const CLIENT = 'client1@example.ru'
let thread_id = 0
beforeEach(async () => {
  const id = await newAgreement(world)
  await send(world, id)
  const body = { html: '<p>Стенд занят</p>', blocks: true }
  const raised = await world.client1(threads.raise, { params: { entity: 'agreement', id }, body })
  thread_id = raised.body.thread.id
  await refuseMail(world)
})

const turn = async (...states: ('open' | 'closed')[]) => {
  for (const state of states)
    await world.manager(threads.turn, { params: { id: thread_id }, body: { state, reason: 'Договорились' } })
}

test('a remark that is still closed or open is told of', async () => {
  await turn('closed')
  expect(await leave(world, 'thread.closed')).toEqual([[CLIENT, 'sent', null, false]])
  await refuseMail(world)
  await turn('open')
  expect(await leave(world, 'thread.changed')).toEqual([[CLIENT, 'sent', null, false]])
})

test('that a remark was closed is not told once it is open again, nor that it was opened once it is closed', async () => {
  await turn('closed', 'open')
  expect(await leave(world, 'thread.closed')).toEqual([[CLIENT, 'failed', 'Замечание с тех пор открыли снова', true]])
  expect(await leave(world, 'thread.changed')).toEqual([[CLIENT, 'sent', null, false]])
  await refuseMail(world)
  await turn('closed', 'open', 'closed')
  expect(await leave(world, 'thread.changed')).toEqual([[CLIENT, 'failed', 'Замечание с тех пор закрыли', true]])
  expect((await leave(world, 'thread.closed')).map(([, state]) => state)).toEqual(['sent', 'sent'])
})
