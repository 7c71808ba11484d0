import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '@vypusk/contract'
import { testApp, type TestApp } from '../../packages/server/src/testing/app.ts'
import { makeWorld, type World } from '../world/world.ts'
import { partsOf } from './repeated.ts'
import { table } from './table/all.ts'
import { sentOf } from './walk.ts'

/**
 * A call that creates something is made three times at once with the same key, as by a browser whose connection broke
 * while the first was under way: all are answered with the same.
 */

let product: TestApp
let world: World
beforeAll(async () => {
  product = await testApp()
  world = await makeWorld(product)
})
afterAll(() => product.close())

/** Calls whose line in the table of rights creates nothing. */
const APART = new Set([
  // By the link of a letter: agreements/sent-again.test.ts.
  'approve.answer',
  'linkedThreads.answer',
  'linkedThreads.raise',
  'trials.answer',
  // Another date is offered already: there too.
  'offers.propose',
  // Not JSON.
  'files.uploadFiles',
  'substitutes.name',
  'trials.tell',
])
const creating = Object.keys(endpoints).filter((name) => endpoints[name]?.creates && table[name] && !APART.has(name))

test.each(creating)('%s, made at once with one key, is answered with the same', async (name) => {
  const endpoint = endpoints[name]
  if (!endpoint) throw new Error(`There is no ${name}`)
  const { path, query = '', body } = sentOf(endpoint, await partsOf(world, name))
  const caller = world.callers.find(({ key }) => key === 'admin')
  const headers = { 'idempotency-key': `same ${name}`, authorization: `Bearer ${caller?.token}` }
  const attempt = async () => {
    const payload = body as object
    const reply = await product.app.inject({ method: endpoint.method, url: `/api${path}${query}`, headers, payload })
    return { status: reply.statusCode, body: reply.body }
  }
  const [first, ...others] = await Promise.all([attempt(), attempt(), attempt()])
  expect(first?.status).toBe(200)
  for (const other of others) expect(other).toEqual(first)
})
