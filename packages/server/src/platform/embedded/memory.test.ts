import { expect, test } from 'vitest'
import { memoryHere, pagesKept } from './memory.ts'

const GB = 1024 ** 3

test.each([
  [0.25, '128MB', '256MB'],
  [1, '256MB', '512MB'],
  [3.9, '998MB', '1996MB'],
  [8, '2048MB', '4096MB'],
  [512, '2048MB', '4096MB'],
])('a machine of %d GB keeps %s of pages', (memory, shared_buffers, effective_cache_size) => {
  expect(pagesKept(memory * GB)).toEqual({ shared_buffers, effective_cache_size })
})

test('this machine has memory', () => {
  expect(memoryHere()).toBeGreaterThan(0)
  expect(Number.isFinite(memoryHere())).toBe(true)
})
