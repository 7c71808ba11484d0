import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '@vypusk/contract'
import { testApp, type TestApp } from '../../packages/server/src/testing/app.ts'
import { DIRECTORY } from '../world/directory.ts'
import { makeWorld, type World } from '../world/world.ts'
import { callsOf } from './calls.ts'
import { shoot } from './shoot.ts'

/** Endpoints that end the session, or never end by themselves. */
const APART = new Set(['auth.logout', 'live.events'])

/** Endpoints that delete things come last, so that the others have something to work on. */
const table = Object.entries(endpoints)
  .filter(([name]) => !APART.has(name))
  .toSorted(([, a], [, b]) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'))

/**
 * Defines the tests that send random calls to every endpoint: each is answered as documented or refused in Russian,
 * never with 500, never with a reply outside the contract (the test app checks replies strictly), never slowly.
 * `npm run prove -- fuzz` does more of it.
 * @param often.runs calls of each endpoint
 */
export function testRandomCalls({ runs, seed }: { runs: number; seed: number }): void {
  let product: TestApp
  let world: World
  beforeAll(async () => {
    product = await testApp(DIRECTORY.settings)
    world = await makeWorld(product)
  })
  afterAll(() => product.close())

  test.each(table)('%s never fails', async (_name, endpoint) => {
    const calls = callsOf(endpoint, world.callers.length)
    await fc.assert(
      fc.asyncProperty(calls, async (call) => {
        expect((await shoot(world, endpoint, call)).fault).toBeUndefined()
      }),
      { numRuns: runs, seed },
    )
  })
}
