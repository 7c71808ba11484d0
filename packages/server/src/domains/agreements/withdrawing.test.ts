import { expect, test } from 'vitest'
import { consequences } from '@vypusk/contract'
import { agreementWorld, newAgreement, newRelease, read, update } from '../../testing/agreements.ts'
import { statementsOf } from '../../testing/statements.ts'

const world = agreementWorld()

test('several agreements are withdrawn together, in whichever releases they are', async () => {
  const { manager, people } = world
  const releases = [await newRelease(world), await newRelease(world)]
  const sent = releases.flatMap((release) =>
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
  expect(texts.filter((text) => /from "releases".* for update/.test(text))).toHaveLength(1)
  for (const [index, id] of ids.entries()) {
    expect(await read(manager, id)).toMatchObject({ by_rivc: false, sent_at: null, version: before[index]! + 1 })
  }
})
