import { expect, test } from 'vitest'
import { approve, waiting } from '@vypusk/contract'
import { letterWorld, linkOf, newAgreement, read, send } from '../../testing/letters.ts'
import { noticesOf } from '../../testing/notices.ts'

/** A company far in the east sees dates by its own clock everywhere. */

const world = letterWorld()
const WORDS = '20.03.2026, пятница, 22:00 UTC · 08:00 суббота, Владивосток'

test('letters, the bell, what waits and the page behind a link show the company’s clock', async () => {
  const { product, people, client1 } = world
  const zone = { company_id: people.company1, zone: 'Asia/Vladivostok', working: '[]' }
  const updated_at = product.clock.now().toISOString()
  await product.deps.db
    .insertInto('company_calendars')
    .values({ ...zone, updated_by: people.manager, updated_at })
    .execute()
  const id = await newAgreement(world, { recipientsExtra: ['it@example.ru'] })
  await send(world, id)
  const letter = world.smtp.received.find(({ to }) => to === 'it@example.ru')
  expect(letter?.mail.text).toContain(WORDS)
  const [notice] = await noticesOf(client1)
  expect(notice?.text).toContain(WORDS)
  const { data } = (await client1(waiting.list, { query: {} })).body
  expect(data.map(({ text }) => text).join()).toContain(WORDS)
  const question = (await product.anonymous(approve.ask, { params: { token: linkOf(world, 'it@example.ru') } })).body
  const clocks = { zone: 'UTC', company_zone: 'Asia/Vladivostok' }
  expect(question).toMatchObject(clocks)
  expect(await read(world, id)).toMatchObject(clocks)
})
