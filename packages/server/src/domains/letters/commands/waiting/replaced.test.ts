import { expect, test } from 'vitest'
import { agreements } from '@vypusk/contract'
import { allCome, emptyBox, letterWorld, newAgreement, read, send, update } from '../../../../testing/letters.ts'
import { releaseHeld } from '../holding/withdrawn.ts'

/** Letters about the end of an agreement that arrive after its reader was asked by the next one. */

const world = letterWorld()
const CLIENT = 'client1@example.ru'

/** An agreement to which the client has agreed, deleted and made anew by staff. @returns the id of the new one */
async function madeAnew() {
  const { manager, client1, people } = world
  const id = await newAgreement(world, { recipients: [people.client1, people.admin] })
  const { release_id, company_id } = await read(world, id)
  await send(world, id)
  await update(client1, id, { updateTarget: 5 })
  await manager(agreements.remove, { params: { id }, query: { client_reason: 'Ошиблись получателем' } })
  const again = {
    release_id,
    company_id,
    recipients: [people.client1],
    releaseDate: '2026-03-27',
    releaseTime: '21:00',
  }
  return (await manager(agreements.add, { body: again })).body.id
}

async function afterTheMinute() {
  const { clock } = world.product
  clock.set(new Date(clock.now().getTime() + 60_000).toISOString())
  await releaseHeld(world.product.deps)
  await allCome(world)
}

const received = (address: string) => world.smtp.received.find(({ to }) => to === address)

test('a client that was asked by the next agreement reads that this one counts, and what to take off the calendar', async () => {
  await send(world, await madeAnew())
  await emptyBox(world)
  await afterTheMinute()
  const letter = received(CLIENT)
  expect(letter?.mail.subject).toMatch(/^Прежнее согласование снято: /)
  expect(letter?.mail.text).toContain('О дате спрашивают заново')
  expect(letter?.mail.text).toContain('Причина: Ошиблись получателем')
  expect(letter?.mail.text).toContain('Теперь спрашивают о дате: 27.03.2026, пятница, 21:00')
  expect(letter?.mail.text).not.toContain('Согласовывать дату больше не нужно')
  expect(letter?.mail.attachments.map(({ mimeType }) => mimeType)).toContain('text/calendar')
  // Staff are not asked, and read what has happened.
  expect(received('admin@example.ru')?.mail.subject).toMatch(/^Согласование снято: /)
})

test('a client that has not been asked again reads that nothing is to be agreed to', async () => {
  await madeAnew()
  await emptyBox(world)
  await afterTheMinute()
  expect(received(CLIENT)?.mail.text).toContain('Согласовывать дату больше не нужно')
})
