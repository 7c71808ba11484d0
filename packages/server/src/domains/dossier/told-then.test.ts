import { beforeAll, expect, test } from 'vitest'
import { adminPeople } from '@vypusk/contract'
import type { Api } from '../../testing/app.ts'
import { livedRelease, openedDossier, textOf, verified } from '../../testing/dossiers.ts'
import { allCome, letterWorld } from '../../testing/letters.ts'
import { makePerson } from '../../testing/making/make.ts'

/** A dossier says what the company was told then, whatever became of its people and its release. */

const world = letterWorld()
let colleague: Api
beforeAll(async () => {
  await makePerson(world.product.deps.db, 'colleague', { idcomp: world.people.company1 })
  colleague = await world.product.as('colleague')
})

interface Letter {
  id: number
  subject: string
  to: { address: string }[]
}

/** The letters of a dossier, and the records that its reader may read. */
async function told(api: Api, release_id: number) {
  await allCome(world)
  const { files } = await openedDossier(api, release_id)
  expect(verified(files).faults).toEqual([])
  const letters: Letter[] = JSON.parse(textOf(files, 'letters/letters.json'))
  return {
    letters,
    texts: letters.map(({ id }) => textOf(files, `letters/${id}.txt`)),
    records: textOf(files, 'records.jsonl'),
  }
}

async function change(id: number, to: object) {
  const params = { id }
  const { body } = await world.admin(adminPeople.get, { params })
  expect((await world.admin(adminPeople.save, { params, body: { ...body, ...to } })).status).toBe(200)
}

const addressesIn = ({ letters }: Awaited<ReturnType<typeof told>>) =>
  new Set(letters.flatMap(({ to }) => to.map(({ address }) => address)))

test('letters to staff do not come into the dossier of a company that somebody of staff has moved to', async () => {
  const { db } = world.product.deps
  const { admin, company1 } = world.people
  const { release_id } = await livedRelease(world)
  const before = await told(colleague, release_id)
  expect(addressesIn(await told(world.manager, release_id))).toContain('admin@example.ru')
  await db
    .updateTable('users')
    .set({ isRivc: false, isAdmin: false, idcomp: company1 })
    .where('id', '=', admin)
    .execute()
  expect(await told(colleague, release_id)).toEqual(before)
  await db.updateTable('users').set({ isRivc: true, isAdmin: true, idcomp: null }).where('id', '=', admin).execute()
})

test('the letters of a publication stay when its release is hidden', async () => {
  const { release_id } = await livedRelease(world)
  const [ofStaff, ofClient] = [await told(world.manager, release_id), await told(colleague, release_id)]
  const { db } = world.product.deps
  await db.updateTable('releases').set({ is_visible_for_client: false }).where('id', '=', release_id).execute()
  expect(await told(world.manager, release_id)).toEqual(ofStaff)
  expect(await told(colleague, release_id)).toEqual(ofClient)
})

test('letters stay with the company when their reader gets another address, and when they move to another company', async () => {
  const { client1, company2 } = world.people
  const { release_id } = await livedRelease(world)
  const before = await told(colleague, release_id)
  expect(addressesIn(before)).toEqual(new Set(['client1@example.ru']))
  expect(before.letters.map(({ subject }) => subject)).toContainEqual(expect.stringMatching(/^Опубликован релиз/))

  await change(client1, { email: 'other@example.ru' })
  expect(await told(colleague, release_id)).toEqual(before)
  await change(client1, { email: 'client1@example.ru', company: company2 })
  expect(await told(colleague, release_id)).toEqual(before)
})
