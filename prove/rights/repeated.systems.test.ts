import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../packages/server/src/testing/app.ts'
import { makeWorld, type World } from '../world/world.ts'
import { repeat, repeatable } from './repeated.ts'

/**
 * What somebody sets, adds or saves a second time is as it was: no new version, which would refuse what others have open,
 * no history, no event and no letter.
 */

let product: TestApp
let world: World
let possible = 0
beforeAll(async () => {
  product = await testApp()
  world = await makeWorld(product)
})
afterAll(() => product.close())

test.each(repeatable())('%s, made again, changes nothing', async (name) => {
  const { wasMade, wrote } = await repeat(world, name)
  if (wasMade) possible += 1
  expect(wrote).toEqual([])
})

test('most of the calls are possible in this world', () => {
  expect(possible).toBeGreaterThan(45)
})
