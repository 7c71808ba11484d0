import { expect, test } from 'vitest'
import { agreements, reminders } from '@vypusk/contract'
import { letterWorld, newAgreement, send } from '../../testing/letters.ts'
import { makePerson } from '../../testing/making/make.ts'
import { clear, briefNoticesOf, unread } from '../../testing/notices.ts'
import { draftOf, fileOf, publish, publishWorld } from '../../testing/publishing.ts'
import { remindSilent } from '../agreements/commands/reminding.ts'

/** Publications, and clients that do not react to them. */

const world = letterWorld()
const publishing = publishWorld()

test('everybody a publication is handed to is notified, each company of its own releases', async () => {
  const { product } = publishing
  const body = await draftOf(publishing, {}, { files: [await fileOf(publishing)] })
  expect((await publish(publishing, body)).status).toBe(200)
  const [first] = await briefNoticesOf(await product.as('client1'))
  expect(first?.slice(0, 2)).toEqual(['publication', 'recipient'])
  expect(first?.[2]).toMatch(/^Опубликован релиз: /)
})

test('a client that does not react is reminded, then its superiors, and staff are notified of that', async () => {
  const { product, people, manager, admin, client1 } = world
  const { db } = product.deps
  const head = await makePerson(db, 'head', { idcomp: people.company1 })
  await manager(reminders.saveEscalation, {
    params: { company_id: people.company1 },
    body: { deputy_id: head, head_id: null },
  })
  const id = await newAgreement(world)
  await send(world, id)
  await clear(client1, admin)
  product.clock.set('2026-03-09T07:00:00.000Z')
  expect((await manager(agreements.remindMany, { body: { ids: [id] } })).status).toBe(200)
  expect((await briefNoticesOf(client1))[0]).toEqual([
    'approval',
    'recipient',
    'Напоминание: согласуйте дату установки 20.03.2026, пятница, 22:00 UTC',
  ])
  for (const day of ['10', '11', '12', '13', '16', '17', '18']) {
    product.clock.set(`2026-03-${day}T10:00:00.000Z`)
    await remindSilent(product.deps)
  }
  const headNotices = await briefNoticesOf(await product.as('head'))
  expect(headNotices.map(([kind]) => kind)).toEqual(['approval'])
  expect((await briefNoticesOf(admin)).map(([, , text]) => text)).toContain(
    'Клиент не отвечает о дате 20.03.2026, пятница, 22:00 UTC, спросили его руководство',
  )
  expect(await unread(await product.as('client2'))).toBe(0)
})
