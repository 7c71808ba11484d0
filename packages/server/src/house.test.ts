import { afterAll, beforeAll, expect, test } from 'vitest'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { endpoints, type AnyEndpoint } from '@vypusk/contract'
import { constraints } from './app.ts'
import { onlyReads } from './platform/mount.ts'
import { makePeople } from './testing/making/make.ts'
import { testApp, type Api, type TestApp } from './testing/app.ts'

/** The two house tests (docs/architecture.md, "Endpoint"). */

const ROLES = ['client1', 'manager', 'admin'] as const
let product: TestApp
let as: Record<(typeof ROLES)[number], Api>
beforeAll(async () => {
  product = await testApp()
  await makePeople(product.deps.db)
  const [client1, manager, admin] = await Promise.all(ROLES.map(product.as))
  as = { client1, manager, admin } as typeof as
})
afterAll(() => product.close())

const table = Object.entries(endpoints)
/** Served in addition to the contract. */
const BESIDE = [/^\/api\/docs/, /^\/api\/openapi\.json$/]

test('every endpoint of the contract is mounted exactly once and nothing else is', () => {
  const answersGet = new Set(product.routes.filter(({ method }) => method === 'GET').map(({ url }) => url))
  // Every GET answers HEAD too.
  const mounted = product.routes.filter(
    ({ url, method }) => !(method === 'HEAD' && answersGet.has(url)) && !BESIDE.some((known) => known.test(url)),
  )
  const declared = table.map(([, { method, path }]) => `${method} /api${path}`)
  expect(mounted.map(({ method, url }) => `${method} ${url}`).toSorted()).toEqual(declared.toSorted())
})

test('every constraint with a refusal exists in the database', async () => {
  const { rows } = await sql<{ name: string }>`
    select conname as name from pg_constraint union select indexname from pg_indexes`.execute(product.deps.db)
  const known = new Set(rows.map(({ name }) => name))
  expect(Object.keys(constraints).filter((name) => !known.has(name))).toEqual([])
})

test('no two endpoints share an address', () => {
  const addresses = table.map(([, { method, path }]) => `${method} ${path.replace(/:\w+/g, ':x')}`)
  expect(new Set(addresses).size).toBe(addresses.length)
})

test('a replica may answer only calls that change nothing, and every list that can be a workbook', () => {
  const [may, not] = [table.filter(([, one]) => one.replica), table.filter(([, one]) => !one.replica)]
  expect(
    may.filter(([, one]) => !onlyReads(one) || one.access === 'public' || one.bySessionOnly).map(([name]) => name),
  ).toEqual([])
  expect(not.filter(([, { stream }]) => stream === 'excel').map(([name]) => name)).toEqual([])
})

/** A value for every parameter; what it refers to need not exist. */
const anyParams = (endpoint: AnyEndpoint) =>
  Object.fromEntries([...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => [name, '999999']))

const ask = async (api: Api, endpoint: AnyEndpoint) =>
  (await api(endpoint, { params: anyParams(endpoint), ...(endpoint.method === 'GET' ? {} : { body: {} }) })).status

const REFUSED = new Set([401, 403])
/** One ends the session it is called with, the other never ends; both have tests of their own. */
const APART = new Set(['auth.logout', 'live.events'])
/** They answer 403 themselves, whatever the access. */
const OWN_403 = new Set(['auth.login'])

test.each(table.filter(([name]) => !APART.has(name)))('%s answers as its access says', async (name, endpoint) => {
  const { access } = endpoint
  const ofService = access === 'directory'
  const staff = access === 'staff' || access === 'admin' || ofService
  expect((await ask(product.anonymous, endpoint)) === 401).toBe(access !== 'public')
  const refusedTo = async (role: keyof typeof as) => REFUSED.has(await ask(as[role], endpoint))
  if (OWN_403.has(name)) return
  expect(await refusedTo('client1')).toBe(staff)
  expect(await refusedTo('manager')).toBe(access === 'admin' || ofService)
  expect(await refusedTo('admin')).toBe(ofService)
})

const PACKAGES = join(import.meta.dirname, '../..')
const sourcesIn = (folder: string) =>
  globSync(`${folder}/src/**/*.{ts,tsx}`, { cwd: PACKAGES })
    .filter((file) => !/[.]test[.]tsx?$/.test(file))
    .map((file) => readFileSync(join(PACKAGES, file), 'utf8'))
const namesIn = (source: string) => source.match(/[\w$]+/g) ?? []

test('every name that the contract exports is used: what stands again elsewhere would not be missed', () => {
  const contract = sourcesIn('contract')
  const uses = new Map<string, number>()
  for (const source of [...contract, ...sourcesIn('server'), ...sourcesIn('web')]) {
    for (const name of namesIn(source)) uses.set(name, (uses.get(name) ?? 0) + 1)
  }
  const exported = contract.flatMap((source) =>
    [...source.matchAll(/^export (?:const|type|interface|(?:async )?function) (\w+)/gm)].map(([, name = '']) => name),
  )
  expect(exported.filter((name) => uses.get(name) === 1)).toEqual([])
})
