import { expect, it } from 'vitest'
import { ChunkError, isChunkFailure, withinLimit } from './chunks.ts'

it('returns what was loaded in time', async () => {
  await expect(withinLimit(() => Promise.resolve('page'), 50)).resolves.toBe('page')
})

it('gives up on a part that never loads', async () => {
  await expect(withinLimit(() => new Promise(() => {}), 10)).rejects.toBeInstanceOf(ChunkError)
})

it.each([
  [new TypeError('Failed to fetch dynamically imported module: /assets/a.js'), true],
  [new Error('Importing a module script failed.'), true],
  [new Error('Cannot read properties of undefined'), false],
])('distinguishes a missing part from a fault: %s', (error, answer) => expect(isChunkFailure(error)).toBe(answer))
