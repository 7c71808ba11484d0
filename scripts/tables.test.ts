import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../packages/server/src/platform/runtime/places.ts'
import { ownerOf, tablesOf, whyNot } from './lint/rooms.mjs'

const types = readFileSync(join(projectRoot, 'packages/server/src/platform/db-types.gen.ts'), 'utf8')
const all = [...(/export interface DB \{([^}]*)\}/.exec(types)?.[1] ?? '').matchAll(/^ {2}"?([\w.]+)"?:/gm)].map(
  ([, name]) => name ?? '',
)
const shared = all.filter((name) => name.startsWith('shared_'))

test('every table and view of the database belongs to one room', () => {
  const named = Object.values(tablesOf).flatMap((names) => names.split(/\s+/).filter(Boolean))
  expect(named.toSorted()).toEqual(all.filter((name) => !shared.includes(name)).toSorted())
})

test('every shared view is of a table that has an owner', () => {
  expect(shared.length).toBeGreaterThan(20)
  expect(shared.filter((name) => !ownerOf.has(name.slice('shared_'.length)))).toEqual([])
})

test('the order of the rooms in the architecture is that of the lint rule', () => {
  const text = readFileSync(join(projectRoot, 'docs/architecture.md'), 'utf8')
  const [paragraph = ''] = /Order of the rooms:[\s\S]*?\n\n/.exec(text) ?? []
  expect([...paragraph.matchAll(/`(\w+)`/g)].map(([, room]) => room)).toEqual(Object.keys(tablesOf).slice(1))
})

test.each([
  ['requests', 'users', 'read shared_users'],
  ['requests', 'shared_requests', 'the room itself reads its table'],
  ['requests', 'releases', 'declare a view of its own'],
  ['requests', 'shared_releases', 'declare a view of its own'],
  ['releases', 'releases_for_requests', 'read shared_'],
  ['platform', 'users', 'declare a view of its own'],
  ['auth', 'events', 'read shared_events'],
])('%s does not read %s: %s', (room, name, reason) => {
  expect(whyNot(room, name) ?? '').toContain(reason)
})

test.each([
  ['requests', 'shared_users'],
  ['requests', 'requests'],
  ['requests', 'releases_for_requests'],
  ['letters', 'open_releases'],
  ['auth', 'anything_else'],
])('%s may read %s', (room, name) => {
  expect(whyNot(room, name)).toBeUndefined()
})

test('shared views are not written', () => {
  expect(whyNot('administration', 'shared_users', { writes: true })).toContain('alone writes it')
  expect(whyNot('administration', 'users', { writes: true })).toContain('alone writes it')
  expect(whyNot('auth', 'users', { writes: true })).toBeUndefined()
})
