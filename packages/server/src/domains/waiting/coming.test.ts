import { afterEach, expect, test } from 'vitest'
import { companyCalendars, releases, waiting } from '@vypusk/contract'
import { agreementWorld, newAgreement, newRelease, update } from '../../testing/agreements.ts'
import { makePublication } from '../../testing/making/make-publication.ts'

/** What comes next when nothing waits: only what is going to be installed, and is still to come. */

const world = agreementWorld()
const START = '2026-03-06T06:30:00.000Z'
afterEach(async () => {
  world.product.clock.set(START)
  await world.product.deps.db.updateTable('releases').set({ deleted_at: START }).execute()
})

const coming = async () =>
  (await world.client1(waiting.list, { query: {} })).body.coming.map(({ kind, day }) => [kind, day])
const leaveOut = (release_id: number) =>
  world.manager(releases.notPublishing, {
    body: { release_id, company_id: world.people.company1, reason: 'Свой выпуск' },
  })

async function agreed(date: { releaseDate: string; releaseTime: string | null }) {
  const release = await newRelease(world, { plan_date: '2026-03-05' })
  const id = await newAgreement(world, date, release)
  await update(world.manager, id, { updateTarget: 5 })
  await update(world.client1, id, { updateTarget: 5 })
  return release
}

test('no release comes next for a company that is left out of it', async () => {
  const release = await newRelease(world)
  expect(await coming()).toEqual([['release', '2026-03-31']])
  await leaveOut(release)
  expect(await coming()).toEqual([])
})

test('no installation comes next of a release that was published, and from which the company was left out since', async () => {
  const { product, people } = world
  const release_id = await agreed({ releaseDate: '2026-03-20', releaseTime: '22:00' })
  const row = { author_id: people.manager, withdrawn_at: START }
  await makePublication(product.deps.db, row, [{ release_id, customers: [people.company1] }])
  expect(await coming()).toEqual([['installation', '2026-03-20']])
  await leaveOut(release_id)
  expect(await coming()).toEqual([])
})

test('an installation comes next until its moment, and a whole day until it is over at the company', async () => {
  const { product, people, manager } = world
  await agreed({ releaseDate: '2026-03-06', releaseTime: '07:00' })
  expect(await coming()).toEqual([['installation', '2026-03-06']])
  product.clock.set('2026-03-06T07:00:00.000Z')
  expect(await coming()).toEqual([])

  const params = { id: people.company1 }
  const hours = { working: [], installing: null }
  await manager(companyCalendars.save, { params, body: { ...hours, zone: 'America/New_York' } })
  await agreed({ releaseDate: '2026-03-07', releaseTime: null })
  product.clock.set('2026-03-08T04:59:00.000Z')
  expect(await coming()).toEqual([['installation', '2026-03-07']])
  product.clock.set('2026-03-08T05:00:00.000Z')
  expect(await coming()).toEqual([])
})
