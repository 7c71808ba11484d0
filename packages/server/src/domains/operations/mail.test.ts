import { beforeAll, expect, test } from 'vitest'
import { emptyBox, letterWorld } from '../../testing/letters.ts'
import { failedDelivery } from '../../testing/making/failed-delivery.ts'
import { makeRelease } from '../../testing/making/make.ts'
import { noticesOf } from '../../testing/notices.ts'
import { concludeAttempt } from '../deliveries/port.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { NOBODY } from '../../platform/person.ts'
import { queueAgain, takeWaiting } from '../deliveries/port.ts'
import { watchMail } from './commands/mail.ts'

/** Administrators are told that no letter leaves, and not by a letter. */

const world = letterWorld()
const at = (time: string) => world.product.clock.set(`2026-03-06T${time}:00.000Z`)
const watch = () => Promise.all([watchMail(world.product.deps), watchMail(world.product.deps)])
const texts = async () => (await noticesOf(world.admin, { unread: '1' })).map(({ text, href }) => [text, href])

let id: number
beforeAll(async () => {
  const { deps } = world.product
  id = await failedDelivery(deps.db, await makeRelease(deps.db, { author_id: world.people.manager }))
})

/** Queues the letter at this moment. */
async function queue(time: string) {
  at(time)
  const { deps } = world.product
  await inTransaction({ deps, person: NOBODY }, (tx) => queueAgain(tx, [id], deps.clock.now().toISOString()))
}
/** One attempt at the letter at this moment: it is sent, or fails for this reason. */
async function attempt(time: string, reason?: string) {
  at(time)
  const actor = { deps: world.product.deps, person: NOBODY }
  await inTransaction(actor, async (tx) => {
    const waiting = await takeWaiting(tx, id)
    const failure = reason === undefined ? undefined : { error: new Error(reason), reason, isFinal: false }
    if (waiting) await concludeAttempt(tx, actor, waiting, failure)
  })
}

test('when the mail server has been away for half an hour, once; it is settled when a letter leaves', async () => {
  await queue('09:00')
  await attempt('09:20', 'Почтовый сервер недоступен')
  await watch()
  expect(await texts()).toEqual([])
  at('09:30')
  await watch()
  await attempt('10:00', 'Почтовый сервер не принял имя и пароль из SMTP_URL')
  await watch()
  const [told, ...others] = await texts()
  expect(others).toEqual([])
  expect(told).toEqual([
    expect.stringMatching(/^Почта не уходит с 06\.03\.2026 \d\d:00: Почтовый сервер недоступен\. Писем ждёт: 1$/),
    '/admin/deliveries',
  ])
  expect(await noticesOf(world.manager, { unread: '1' })).toEqual([])
  await attempt('10:10')
  await watch()
  expect(await texts()).toEqual([])
  await emptyBox(world)
})

test('not about an address that one server does not accept', async () => {
  await queue('12:00')
  await attempt('12:00', 'Почтовый сервер ответил: 451 Try again later')
  at('13:00')
  await watch()
  expect(await texts()).toEqual([])
})
