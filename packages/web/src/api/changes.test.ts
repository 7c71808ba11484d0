import type { Query } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { concerns, createOwnChanges } from './changes.ts'

const query = (queryKey: unknown[], meta?: Query['meta']) => ({ queryKey, meta }) as Pick<Query, 'queryKey' | 'meta'>

test('a change makes queries of its entity outdated, and those that follow it', () => {
  const isOld = concerns(new Set(['agreement']))
  expect(isOld(query(['agreement', 'one', 5]))).toBe(true)
  expect(isOld(query(['release', 'one', 5], { live: ['agreement'] }))).toBe(true)
  expect(isOld(query(['request', 'list'], { live: ['release'] }))).toBe(false)
})

test('«all» makes everything outdated except the session and the entrance', () => {
  const isOld = concerns(new Set(['all']))
  expect(isOld(query(['lookups', 'companies']))).toBe(true)
  expect(isOld(query(['session']))).toBe(false)
  expect(isOld(query(['entrance']))).toBe(false)
  // The person’s rights may have changed together with everything else.
  expect(concerns(new Set(['all', 'user']))(query(['session', 'user'], { live: ['user'] }))).toBe(true)
})

test('covers own events during their change and shortly after it, and no others', () => {
  let now = 1000
  const own = createOwnChanges(() => now)
  expect(own.covers('request')).toBe(false)
  own.begin(['request', 'release'])
  expect(own.covers('request')).toBe(true)
  expect(own.covers('agreement')).toBe(false)
  expect(own.covers('all')).toBe(true)
  now += 60_000
  expect(own.covers('release')).toBe(true)
  own.end(['request', 'release'])
  expect(own.covers('release')).toBe(true)
  now += 3000
  expect(own.covers('release')).toBe(false)
  expect(own.covers('all')).toBe(false)
})

test('the end of one change does not end another', () => {
  let now = 0
  const own = createOwnChanges(() => now)
  own.begin(['request'])
  own.begin(['request'])
  own.end(['request'])
  now += 10_000
  expect(own.covers('request')).toBe(true)
})
