import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../packages/server/src/testing/app.ts'
import { makeWorld, type World } from '../world/world.ts'
import { everyName, unknownNames, walk } from './walk.ts'

/**
 * Every endpoint as each kind of person on own, foreign, hidden and deleted things: who may not is refused and changes
 * nothing, and nobody reads a word planted for others – in no reply, workbook, document, event or letter.
 * `npm run prove rights` walks it with every caller there is.
 */

/** One of each kind of rights; nobody, tokens and ended sessions are left to the whole walk and the house tests. */
const CALLERS = new Set(['manager', 'client', 'unregistered', 'stranger'])

let product: TestApp
let world: World
beforeAll(async () => {
  product = await testApp()
  world = await makeWorld(product)
})
afterAll(() => product.close())

test('every endpoint has a line in the table of rights', () => {
  expect(unknownNames()).toEqual([])
})

test('nobody is let in or reads what is not theirs', { timeout: 180_000 }, async () => {
  const callers = world.callers.filter(({ key }) => CALLERS.has(key))
  const { calls, found } = await walk({ ...world, callers }, everyName())
  expect(calls).toBeGreaterThan(1000)
  expect([...new Set(found)]).toEqual([])
})
