import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../packages/server/src/testing/app.ts'
import { makeWorld, type World } from '../world/world.ts'
import { names, tellLongest } from './texts.ts'

/** A text that is as long as the contract says it may be is taken, whatever it is made of (docs/decisions/0176). */

let product: TestApp
let world: World
let taken = 0
beforeAll(async () => {
  product = await testApp()
  world = await makeWorld(product)
})
afterAll(() => product.close())

test.each(names)('%s takes the longest texts of the contract', async (name) => {
  const told = await tellLongest(world, name)
  taken += told.taken
  expect(told.faults).toEqual([])
})

test('most of the calls are possible in this world', () => {
  expect(taken).toBeGreaterThan(200)
})
