import { expect, test } from 'vitest'
import { agreements, consequences, releases } from '@vypusk/contract'
import { agreementWorld, newAgreement, newRelease, read, update } from '../../testing/agreements.ts'
import { statementsOf } from '../../testing/statements.ts'

const world = agreementWorld()

test('several agreements are withdrawn together, in whichever releases they are', async () => {
  const { manager, people } = world
  const both = [await newRelease(world), await newRelease(world)]
  const sent = both.flatMap((release) =>
    (['1', '2'] as const).map((n) => ({ release, company_id: people[`company${n}`], person: people[`client${n}`] })),
  )
  const ids: number[] = []
  for (const { release, company_id, person } of sent) {
    const id = await newAgreement(world, { company_id, recipients: [person] }, release)
    await update(manager, id, { updateTarget: 5 })
    ids.push(id)
  }
  const before = await Promise.all(ids.map(async (id) => (await read(manager, id)).version))
  const { result, texts } = await statementsOf(() => manager(consequences.withdraw, { body: { ids } }))
  expect(result.body.withdrawn).toEqual(ids)
  expect(texts.filter((text) => text.startsWith('update "agreements"'))).toHaveLength(1)
  expect(texts.filter((text) => /from "releases".* for no key update/.test(text))).toHaveLength(1)
  for (const [index, id] of ids.entries()) {
    expect(await read(manager, id)).toMatchObject({ by_rivc: false, sent_at: null, version: before[index]! + 1 })
  }
})

test('a withdrawn date is said to be one until it is asked about anew or another one is set', async () => {
  const { manager, client1 } = world
  const early = { plan_date: '2026-03-25' }
  const id = await newAgreement(world, {}, await newRelease(world, early))
  const seen = async () => {
    const [{ date_withdrawn, objections }, staff] = [await read(client1, id), await read(manager, id)]
    expect(staff.date_withdrawn).toBe(date_withdrawn)
    return [date_withdrawn, objections.length, staff.objections.length]
  }
  const withdraw = () => manager(consequences.withdraw, { body: { ids: [id] } })
  await update(manager, id, { updateTarget: 5 })
  expect(await seen()).toEqual([false, 1, 1])
  await withdraw()
  expect(await seen()).toEqual([true, 0, 1])
  const { body } = await client1(agreements.list, { query: {} })
  expect(body.data.find((row) => row.id === id)).toMatchObject({ date_withdrawn: true })
  await update(manager, id, { updateTarget: 5 })
  expect(await seen()).toEqual([false, 1, 1])
  await withdraw()
  await update(manager, id, { updateTarget: 4, releaseDate: '2026-03-27', releaseTime: null, cancel_reason: '' })
  expect(await seen()).toEqual([false, 0, 0])
})

test.each([
  [
    'on the not-publishing list',
    (release_id: number, idcomp: number) =>
      world.manager(releases.notPublishing, { body: { release_id, company_id: idcomp, reason: 'Свой выпуск' } }),
  ],
  [
    'no company of the release any more',
    (release_id: number, idcomp: number) =>
      world.product.deps.db
        .deleteFrom('release_companies')
        .where('release_id', '=', release_id)
        .where('idcomp', '=', idcomp)
        .execute(),
  ],
])('nothing is said against the date of a company that is %s', async (_, leave) => {
  const { manager, people } = world
  const release_id = await newRelease(world, { plan_date: '2026-03-25' })
  const id = await newAgreement(world, {}, release_id)
  await update(manager, id, { updateTarget: 5 })
  expect((await read(manager, id)).objections).toHaveLength(1)
  await leave(release_id, people.company1)
  expect((await read(manager, id)).objections).toEqual([])
})
