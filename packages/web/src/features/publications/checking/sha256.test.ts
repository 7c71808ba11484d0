import { expect, it } from 'vitest'
import { PIECE, sha256Of } from './sha256.ts'

it.each([0, 1, PIECE - 1, PIECE, PIECE + 1, 2 * PIECE + 5])('is correct for %i bytes', async (size) => {
  const bytes = new Uint8Array(size).map((_, at) => at % 251)
  const progress: number[] = []
  const sum = await sha256Of(new Blob([bytes]), (done) => progress.push(done))
  const expected = [...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))]
  expect(sum).toBe(expected.map((byte) => byte.toString(16).padStart(2, '0')).join(''))
  expect(progress.at(-1) ?? 0).toBe(size)
})

it('reads one piece at a time, and one ahead', async () => {
  let [open, most] = [0, 0]
  const file = {
    size: 3 * PIECE,
    slice: (from: number, to: number) => ({
      arrayBuffer: async () => {
        open += 1
        most = Math.max(most, open)
        expect(to - from).toBe(PIECE)
        await Promise.resolve()
        open -= 1
        return new ArrayBuffer(from < 3 * PIECE ? PIECE : 0)
      },
    }),
  }
  await sha256Of(file as unknown as Blob, () => {})
  expect(most).toBeLessThanOrEqual(2)
})
