import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { modelWorld, pairs, runModel, type ModelWorld } from '../../testing/agreement-model.ts'
import { testApp } from '../../testing/app.ts'

/** Whatever two people do to a release at once, no link can say a yes that nobody may say. */

let world: ModelWorld
beforeAll(async () => {
  world = await modelWorld(await testApp())
})
afterAll(() => world.product.close())

// `npm run prove -- model` goes on for as long as wanted with seeds of its own; a fixed one keeps this the same everywhere.
const RUNS = { numRuns: 5, seed: 20_261_123, endOnFailure: true }

test('every link that can still answer is of a date that somebody may agree to', async () => {
  await fc.assert(
    fc.asyncProperty(pairs, async (all) => {
      expect(await runModel(world, all)).toBeNull()
    }),
    RUNS,
  )
})
