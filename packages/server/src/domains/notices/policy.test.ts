import { expect, test } from 'vitest'
import { agreements } from '@vypusk/contract'
import { mayHear } from '../access/port.ts'
import { clientHearsOf, concerns, mayBeNamedTo } from './policy.ts'

const staff = { id: 1, isRivc: true, isAdmin: false, idcomp: null, can_enter_registry: true }
const outside = { ...staff, can_enter_registry: false }
const client = { id: 2, isRivc: false, isAdmin: false, idcomp: 7, can_enter_registry: true }
const shut = { ...client, can_enter_registry: false }

test.each([
  ['staff of everything', staff, { entity: 'release', companies: [] }, true],
  ['staff without the registry', outside, { entity: 'registry_entry', companies: [7] }, false],
  ['a client of its own', client, { entity: 'request', companies: [7] }, true],
  ["a client of another company's thing", client, { entity: 'request', companies: [8] }, false],
  ['a client of a thing no company may see', client, { entity: 'release', companies: [] }, false],
  ['a client of its registry', client, { entity: 'registry_entry', companies: [7] }, true],
  ['a client without the registry', shut, { entity: 'registry_entry', companies: [7] }, false],
])('%s', (_, person, thing, may) => expect(mayHear(person, thing)).toBe(may))

test.each([
  ['release', 'plan_date', true],
  ['release', 'comment', false],
  ['release', 'companies', false],
  ['request', 'release_id', true],
  ['request', 'planned_time', false],
  ['request', 'backlog_title', false],
  ['agreement', 'recipients', true],
  ...agreements.internalFields.map((field) => ['agreement', field, false] as const),
  ['registry_entry', 'boss', true],
  ['registry_entry', 'planned_time', false],
] as const)('a client hears of %s.%s: %s', (entity, field, hears) => expect(clientHearsOf(entity, field)).toBe(hears))

test('which followers a person may see', () => {
  expect(mayBeNamedTo(staff, client)).toBe(true)
  expect(mayBeNamedTo(client, shut)).toBe(true)
  expect(mayBeNamedTo(client, staff)).toBe(false)
  expect(mayBeNamedTo(client, { ...client, idcomp: 8 })).toBe(false)
})

test('which kinds can concern which people', () => {
  expect([concerns(staff, 'delivery'), concerns(client, 'delivery')]).toEqual([true, false])
  expect([concerns(client, 'comment'), concerns(shut, 'comment'), concerns(shut, 'mention')]).toEqual([
    true,
    false,
    true,
  ])
  expect(concerns(shut, 'approval')).toBe(true)
  expect([concerns({ ...staff, isAdmin: true }, 'system'), concerns(staff, 'system')]).toEqual([true, false])
})
