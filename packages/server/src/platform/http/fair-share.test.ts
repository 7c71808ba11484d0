import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { askingAs, createShares, type Share } from './fair-share.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const LIMITS = { connections: 6, waitMs: 5000 }

/** Takes shares as one kind of call and keeps them. */
function taker(shares: ReturnType<typeof createShares>, kind: string) {
  const had: Share[] = []
  return {
    had,
    take: () => askingAs(kind, async () => void had.push(await shares.take())),
  }
}

test('each kind of call has its own share and waits for more of it', async () => {
  const shares = createShares(LIMITS)
  const [one, other] = [taker(shares, 'one'), taker(shares, 'other')]
  await one.take()
  await one.take()
  const third = one.take()
  await other.take()
  expect([one.had.length, other.had.length]).toEqual([2, 1])
  one.had[0]?.giveBack()
  await third
  expect(one.had).toHaveLength(3)
})

test('a call that waits too long is refused, and takes nobody’s place', async () => {
  const shares = createShares(LIMITS)
  const one = taker(shares, 'one')
  await one.take()
  await one.take()
  const waiting = one.take().catch((error: Error) => error.message)
  await vi.advanceTimersByTimeAsync(5000)
  expect(await waiting).toContain('wait for the database')
  one.had[0]?.giveBack()
  await one.take()
  expect(one.had).toHaveLength(3)
})

test('after a lock was not available, only one call at a time tries it for a while', async () => {
  const shares = createShares(LIMITS)
  const one = taker(shares, 'one')
  await one.take()
  one.had[0]?.locked()
  one.had[0]?.giveBack()
  await one.take()
  const second = one.take()
  await vi.advanceTimersByTimeAsync(1000)
  expect(one.had).toHaveLength(2)
  one.had[1]?.giveBack()
  await second
  one.had[2]?.giveBack()
  await vi.advanceTimersByTimeAsync(10_000)
  await one.take()
  await one.take()
  expect(one.had).toHaveLength(5)
})

test('work without a name is not counted', async () => {
  const shares = createShares(LIMITS)
  for (let n = 0; n < 10; n += 1) expect(await shares.take()).toBeTruthy()
})
