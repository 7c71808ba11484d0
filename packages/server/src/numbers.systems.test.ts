import fc from 'fast-check'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { notices, registry, releases, requests, threads } from '@vypusk/contract'
import { generateDemo } from './demo/generate.ts'
import { modelWorld, pairs, runModel, type ModelWorld } from './testing/agreement-model.ts'
import { testApp, type Api } from './testing/app.ts'
import { createTestDatabase } from './testing/database.ts'
import { makeEntry, makeRequest } from './testing/making/make.ts'
import { numbersOf, wrongOf } from './testing/numbers.ts'

/** Whatever has happened, every number that somebody is shown is that of the list behind it. */

let world: ModelWorld
beforeAll(async () => {
  world = await modelWorld(await testApp())
})
afterAll(() => world.product.close())

const WORDS = '<p>Печать не работает</p>'
const made = { requests: [] as number[], entries: [] as number[] }

type Chosen = (from: readonly number[]) => number

/** Acts on requests, remarks, the registry and notices; those on releases and agreements are the model's. */
const acts: ((api: Api, chosen: Chosen) => Promise<unknown>)[] = [
  async () => {
    const { manager: author_id, module: idmod, company1: idcomp } = world.people
    made.requests.push(await makeRequest(world.product.deps.db, { author_id, idcomp, idmod }))
    made.entries.push(await makeEntry(world.product.deps.db, { author_id, idcomp }))
  },
  (api, chosen) => api(requests.withdrawRequest, { params: { id: chosen(made.requests) } }),
  async (_, chosen) => {
    const { data } = (await world.manager(releases.list, { body: {} })).body
    const id = chosen(data.map((release) => release.id))
    const bring = { companies: chosen([0, 1]) === 1, modules: true }
    return world.manager(releases.addRequests, { params: { id }, body: { requests: [chosen(made.requests)], bring } })
  },
  (_, chosen) =>
    world.manager(requests.saveBacklog, {
      body: { request_id: chosen(made.requests), inBacklog: chosen([0, 1]) === 1, priority: chosen([1, 3, 5]) },
    }),
  async (api, chosen) => {
    const { body } = await world.manager(threads.list, { body: { shown: 'all', per_page: 500 } })
    const id = chosen(body.data.map((row) => row.id))
    return api(threads.answer, {
      params: { id },
      body: { html: WORDS, internal: api === world.manager && chosen([0, 1]) === 1 },
    })
  },
  async (api, chosen) => {
    const { data } = (await world.manager(threads.list, { body: { shown: 'all', per_page: 500 } })).body
    const row = data.find(({ id }) => id === chosen(data.map((each) => each.id)))
    if (!row) return undefined
    const { body } = await world.manager(threads.of, { params: { entity: row.entity, id: row.entity_id } })
    const thread = body.threads.find(({ id }) => id === row.id)
    const state = row.state === 'closed' ? ('open' as const) : ('closed' as const)
    return (
      thread && api(threads.turn, { params: { id: row.id }, body: { state, reason: 'Так', version: thread.version } })
    )
  },
  async (api, chosen) => {
    const [release] = (await api(releases.summary, { body: {} })).body.data.slice(chosen([0, 1]))
    const id = release?.companies.find(({ agreement_id }) => agreement_id !== null)?.agreement_id
    const about = { entity: 'agreement' as const, id: id ?? 0 }
    return id && api(threads.raise, { params: about, body: { html: WORDS, blocks: chosen([0, 1]) === 1 } })
  },
  (api, chosen) => api(registry.addComment, { body: { id: chosen(made.entries), comment: 'Когда?' } }),
  (api, chosen) => api(registry.readComments, { body: { id: chosen(made.entries) } }),
  (_, chosen) =>
    world.manager(registry.updateEntry, {
      body: { id: chosen(made.entries), company: chosen([world.people.company1, world.people.company2]) },
    }),
  async (api, chosen) => {
    const ids = (await api(notices.list, { query: {} })).body.notices.map(({ id }) => id)
    return ids.length > 0 && api(notices.read, { body: { ids: [chosen(ids)], read: chosen([0, 1]) === 1 } })
  },
]

const step = fc.record({ act: fc.nat({ max: acts.length - 1 }), by: fc.nat({ max: 2 }), seed: fc.nat() })
const chain = fc.tuple(pairs, fc.array(step, { minLength: 15, maxLength: 30 }))

test('numbers are those of their lists after any chain of acts', async () => {
  await acts[0]?.(world.manager, (from) => from[0] ?? 0)
  for (const [onRelease, others] of fc.sample(chain, { numRuns: 8, seed: 20_261_127 })) {
    expect(await runModel(world, onRelease)).toBeNull()
    for (const { act, by, seed } of others) {
      const api = [world.manager, ...world.clients][by] ?? world.manager
      await acts[act]?.(api, (from) => from[seed % from.length] ?? 1)
    }
    expect(wrongOf(await numbersOf(world.manager, 'staff'))).toEqual({})
    expect(wrongOf(await numbersOf(world.clients[0], 'client'))).toEqual({})
  }
})

test.each(['manager', 'client1'])('numbers are those of their lists at the first start, for %s', async (login) => {
  const database = await createTestDatabase()
  await generateDemo({ config: database.config, requests: 300, today: '2026-11-20', putFile: async () => {} })
  const product = await testApp({}, { database, start: '2026-11-20T09:00:00.000Z' })
  onTestFinished(product.close)
  const side = login === 'manager' ? 'staff' : 'client'
  expect(wrongOf(await numbersOf(await product.as(login), side))).toEqual({})
})
