import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { pauseOrOnline, watchSilence } from './waiting.ts'

const line = new EventTarget()

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Checks whether the pause has ended. */
async function isOver(pause: Promise<void>): Promise<boolean> {
  let over = false
  void pause.then(() => (over = true))
  await vi.advanceTimersByTimeAsync(0)
  return over
}

it('waits for the given time', async () => {
  const pause = pauseOrOnline(30_000, new AbortController().signal, line)
  await vi.advanceTimersByTimeAsync(29_999)
  expect(await isOver(pause)).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(await isOver(pause)).toBe(true)
})

it('ends as soon as the network is back or the wait is aborted', async () => {
  const stop = new AbortController()
  const [first, second] = [
    pauseOrOnline(30_000, new AbortController().signal, line),
    pauseOrOnline(30_000, stop.signal, line),
  ]
  stop.abort()
  expect(await isOver(second)).toBe(true)
  expect(await isOver(first)).toBe(false)
  line.dispatchEvent(new Event('online'))
  expect(await isOver(first)).toBe(true)
})

it('treats a silent connection as dead, but not one with occasional data', async () => {
  const speaking = watchSilence(40_000, line)
  await vi.advanceTimersByTimeAsync(39_000)
  speaking.reset()
  await vi.advanceTimersByTimeAsync(39_000)
  expect(speaking.signal.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(1000)
  expect(speaking.signal.aborted).toBe(true)
  const other = watchSilence(40_000, line)
  other.stop()
  await vi.advanceTimersByTimeAsync(41_000)
  expect(other.signal.aborted).toBe(false)
})

it('treats a connection as dead when the network is gone, until watching has ended', () => {
  const [watched, ended] = [watchSilence(40_000, line), watchSilence(40_000, line)]
  ended.stop()
  line.dispatchEvent(new Event('offline'))
  expect([watched.signal.aborted, ended.signal.aborted]).toEqual([true, false])
})
