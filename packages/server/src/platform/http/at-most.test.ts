import { expect, test } from 'vitest'
import { atMost } from './at-most.ts'

test('only so many run at once, the others wait their turn, and calls to a full queue are rejected', async () => {
  const run = atMost({ running: 2, waiting: 3, full: () => new Error('full') })
  const began: number[] = []
  const ends: (() => void)[] = []
  const work = (n: number) =>
    run(async () => {
      began.push(n)
      await new Promise<void>((end) => ends.push(end))
      return n
    })
  const all = [1, 2, 3, 4, 5].map(work)
  await expect(work(6)).rejects.toThrow('full')
  expect(began).toEqual([1, 2])
  ends[0]?.()
  await all[0]
  await expect.poll(() => began).toEqual([1, 2, 3])
  const seventh = work(7)
  for (let n = 1; n < 6; n += 1) {
    await expect.poll(() => ends.length).toBeGreaterThan(n)
    ends[n]?.()
  }
  expect(await Promise.all([...all, seventh])).toEqual([1, 2, 3, 4, 5, 7])
  expect(began).toEqual([1, 2, 3, 4, 5, 7])
})

test('a failure frees its place too', async () => {
  const run = atMost({ running: 1, waiting: 1, full: () => new Error('full') })
  await expect(run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await run(async () => 'next')).toBe('next')
})
