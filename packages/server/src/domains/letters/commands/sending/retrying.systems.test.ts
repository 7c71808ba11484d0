import { setTimeout as pause } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { letterWorld, newAgreement, read, send } from '../../../../testing/letters.ts'
import { PATIENT } from '../../../../testing/patience.ts'

/** Letters with a mail server that is down, slow, or restarted in the middle: what is sent without help. */

const world = letterWorld({ retries: { retryLimit: 20, retryDelay: 1, retryBackoff: false, lookSeconds: 0.5 } })

const restart = async (down: number) => {
  await world.smtp.stop()
  await pause(down)
  await world.smtp.start()
}

const sent = (id: number) =>
  vi.waitFor(async () => expect((await read(world, id)).deliveries[0]!.state).toBe('sent'), PATIENT)

const messageIds = () => world.smtp.received.map(({ mail }) => mail.messageId)

test('with the server down the reply reports it, and the letter is sent by itself once it is back', async () => {
  const id = await newAgreement(world)
  await world.smtp.stop()
  const { body } = await send(world, id)
  expect([body.message, body.mail, body.agreement.status]).toEqual(['Success', 'failed', 1])
  expect((await read(world, id)).deliveries[0]).toMatchObject({
    state: 'queued',
    last_error: 'Почтовый сервер недоступен',
  })
  await world.smtp.start()
  await sent(id)
  expect(world.smtp.received).toHaveLength(1)
})

test('a greylisting server gets the letter by itself at a later attempt', async () => {
  let refusals = 2
  world.smtp.answer = () =>
    refusals-- > 0 ? { responseCode: 451, message: '4.7.1 Greylisted, try again later' } : undefined
  const id = await newAgreement(world)
  expect((await send(world, id)).body.mail).toBe('failed')
  await sent(id)
  expect((await read(world, id)).deliveries[0]).toMatchObject({ attempts: 3, last_error: null })
  expect(world.smtp.received).toHaveLength(1)
})

test('a slow server is waited for, but the reply is not delayed: it reports the letter as queued', async () => {
  const taken = Promise.withResolvers<void>()
  world.smtp.taken = () => taken.promise
  const id = await newAgreement(world)
  const { deps } = world.product
  const patience = deps.outcomeWaitMs
  deps.outcomeWaitMs = 100
  expect((await send(world, id)).body.mail).toBe('queued')
  deps.outcomeWaitMs = patience
  taken.resolve()
  await sent(id)
  expect(world.smtp.received).toHaveLength(1)
})

test('accepted, but the sender did not learn of it: the letter is sent again as the same one', async () => {
  let isFirst = true
  world.smtp.taken = async () => {
    if (isFirst) void restart(50)
    if (isFirst) await pause(1000)
    isFirst = false
  }
  const id = await newAgreement(world)
  await send(world, id)
  await sent(id)
  const [first, second, ...more] = messageIds()
  expect([second, more]).toEqual([first, []])
})

const AGREEMENTS = 5
const LETTERS = 200

test('two hundred letters, the server restarted twice in the middle: each arrives', async () => {
  const restarts = [LETTERS / 4, LETTERS / 2]
  world.smtp.taken = async () => {
    if (world.smtp.received.length < (restarts[0] ?? Infinity)) return
    restarts.shift()
    await restart(300)
  }
  const ids = await Promise.all(
    Array.from({ length: AGREEMENTS }, (_, i) => {
      const length = LETTERS / AGREEMENTS
      const recipientsExtra = Array.from({ length }, (__, k) => `reader${i}-${k}@example.ru`)
      return newAgreement(world, { recipients: [], recipientsExtra })
    }),
  )
  await Promise.all(ids.map((id) => send(world, id)))
  const unsent = () =>
    world.product.deps.db.selectFrom('deliveries').select('id').where('state', '<>', 'sent').execute()
  await vi.waitFor(async () => expect(await unsent()).toEqual([]), PATIENT)
  const letters = new Map(world.smtp.received.map(({ to, mail }) => [to, mail.messageId]))
  expect([letters.size, new Set(messageIds()).size]).toEqual([LETTERS, LETTERS])
  // For letters under way when the server stopped, the sender could not know the result: they were sent again under the
  // same id.
  expect(world.smtp.received.length - LETTERS).toBeLessThanOrEqual(8)
})
