import { expect, test } from 'vitest'
import { drafts, offers } from '@vypusk/contract'
import { newAgreement, update } from '../../testing/agreements.ts'
import { draftOf, fileOf, newRelease, publish, publishWorld } from '../../testing/publishing.ts'
import { statementsOf } from '../../testing/statements.ts'

/** How many statements a publication takes does not depend on how many releases and companies it has. */

const world = publishWorld()

const draftOfMany = async (count: number) => {
  const { list, ...draft } = await draftOf(world)
  const [item] = list
  const more = Array.from({ length: count - 1 }, async () => ({
    ...item!,
    release: await newRelease(world),
    files: [await fileOf(world)],
  }))
  return { ...draft, list: [...list, ...(await Promise.all(more))] }
}

test('a preview of many releases sends as many statements as one of a single release', async () => {
  const preview = async (count: number) => {
    const body = await draftOfMany(count)
    const { result, texts } = await statementsOf(() => world.manager(drafts.preview, { body }))
    expect(result.body.changes).toHaveLength(count)
    return texts.length
  }
  // Names that a news made known meanwhile are read again, which is one statement more: the fewest of three tries.
  const fewest = async (count: number) => Math.min(await preview(count), await preview(count), await preview(count))
  const one = await fewest(1)
  expect(await fewest(5)).toBe(one)
})

test('publishing ends the open offers of all companies together', async () => {
  const { client1, client2, people, manager } = world
  const release = await newRelease(world)
  for (const [client, company_id, person] of [
    [client1, people.company1, people.client1],
    [client2, people.company2, people.client2],
  ] as const) {
    const id = await newAgreement(world, { company_id, recipients: [person] }, release)
    await update(manager, id, { updateTarget: 5 })
    const body = { releaseDate: '2026-04-10' }
    expect((await client(offers.propose, { params: { id }, body })).status).toBe(200)
  }
  const body = await draftOf(world, {}, { release, customers: [people.company1, people.company2] })
  const { result, texts } = await statementsOf(() => publish(world, body))
  expect(result.status).toBe(200)
  expect(texts.filter((text) => text.startsWith('update "agreements"'))).toHaveLength(1)
  const states = await world.product.deps.db.selectFrom('agreement_offers').select('state').execute()
  expect(states).toEqual([{ state: 'lapsed' }, { state: 'lapsed' }])
})
