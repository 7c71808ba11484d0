import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../packages/server/src/testing/app.ts'
import { makeWorld, type World } from '../world/world.ts'
import { everyName, startListening, walkOne } from './walk.ts'

/**
 * Defines the tests that call every endpoint as some callers on own, foreign, hidden and deleted things: callers without
 * access are refused and change nothing, and nobody can read a word planted for others – in any reply, workbook, document,
 * event or letter. `npm run prove -- rights` does the same with all callers.
 * @param keys of callers (prove/world/people.ts)
 */
export function testRightsOf(keys: readonly string[]): void {
  describe('nobody gets access to things they may not know of', () => {
    let product: TestApp
    let world: World
    let listening: Awaited<ReturnType<typeof startListening>>
    let calls = 0
    beforeAll(async () => {
      product = await testApp()
      const made = await makeWorld(product)
      world = { ...made, callers: made.callers.filter(({ key }) => keys.includes(key)) }
      listening = await startListening(world)
    })
    afterAll(() => product.close())

    test.each(everyName())('%s', async (name) => {
      const walked = await walkOne(world, name)
      calls += walked.calls
      expect(walked.found).toEqual([])
    })

    test('in events and letters sent meanwhile, and in what can be read afterwards', async () => {
      const ended = await listening.end()
      expect(ended.found).toEqual([])
      expect(calls + ended.calls).toBeGreaterThan(keys.length * 400)
    })
  })
}
