import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { modelWorld, pairs, runModel, type ModelWorld } from '../../testing/agreement-model.ts'
import { testApp } from '../../testing/app.ts'

/** Whatever two people do to a release at the same time, no link can give an approval that is not allowed. */

let world: ModelWorld
beforeAll(async () => {
  world = await modelWorld(await testApp())
})
afterAll(() => world.product.close())

// `npm run prove -- model` runs as long as wanted with seeds of its own; here a fixed seed makes every run the same.
const RUNS = { numRuns: 5, seed: 20_261_123, endOnFailure: true }

test('every link that can still be answered belongs to a date that may be agreed to', async () => {
  await fc.assert(
    fc.asyncProperty(pairs, async (all) => {
      expect(await runModel(world, all)).toBeNull()
    }),
    RUNS,
  )
})
