import { beforeEach, expect, test } from 'vitest'
import { adminCompanies, deleted, releases } from '@vypusk/contract'
import { allCome, emptyBox, letterWorld, moveRelease, newAgreement, read, send } from '../../../../testing/letters.ts'
import { releaseHeld } from '../holding/withdrawn.ts'

/** Letters about the end of an agreement whose cause was undone, or followed by another, while they waited. */

const world = letterWorld()
const CLIENT = 'client1@example.ru'
/** An address of the company that nobody signs in with. */
const EXTRA = 'it@example.ru'
let release_id = 0
beforeEach(async () => {
  const id = await newAgreement(world, { recipientsExtra: [EXTRA] })
  release_id = (await read(world, id)).release_id
  await send(world, id)
  await emptyBox(world)
})

const later = (seconds: number) => {
  const { clock } = world.product
  clock.set(new Date(clock.now().getTime() + seconds * 1000).toISOString())
}

async function afterTheMinute(address = CLIENT) {
  later(60)
  await releaseHeld(world.product.deps)
  await allCome(world)
  return world.smtp.received.filter(({ to }) => to === address).map(({ mail }) => mail.text ?? '')
}

const remove = () => world.manager(releases.remove, { params: { id: release_id } })
const list = (isOn: boolean) =>
  world.manager(releases.notPublishing, {
    body: { release_id, company_id: world.people.company1, ...(isOn ? {} : { remove: true as const }) },
  })

test('a letter about a deleted release says that it was brought back before the letter left', async () => {
  await remove()
  expect((await world.admin(deleted.restore, { body: { entity: 'release', id: release_id } })).status).toBe(200)
  const [letter, ...more] = await afterTheMinute()
  expect(more).toEqual([])
  expect(letter).toContain('Что произошло: Релиз отменён')
  expect(letter).toContain('С тех пор: Релиз возвращён, о дате спросят заново')
})

test('a letter about a company on the list says that it takes part again', async () => {
  await list(true)
  await list(false)
  const [letter] = await afterTheMinute()
  expect(letter).toContain('С тех пор: Ваша компания снова участвует в релизе, о дате спросят заново')
})

test('what still holds is told as it was written', async () => {
  await remove()
  const [letter] = await afterTheMinute()
  expect(letter).not.toContain('С тех пор')
})

test('a company that is hidden after its release was closed reads one letter', async () => {
  const { db } = world.product.deps
  await db.updateTable('users').set({ is_blocked: true }).where('idcomp', '=', world.people.company1).execute()
  await db.deleteFrom('release_companies').where('release_id', '<>', release_id).execute()
  await moveRelease(world, release_id, 'closed')
  later(30)
  const params = { id: world.people.company1 }
  expect((await world.admin(adminCompanies.hide, { params, body: { is_hidden: true } })).status).toBe(200)
  const [letter, ...more] = await afterTheMinute(EXTRA)
  expect(more).toEqual([])
  expect(letter).toContain('Ваша компания больше не участвует в релизах')
})
