import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { followTime } from './passing-time.ts'
import { queryClient } from './query-client.ts'

const MINUTE = 60_000
const ask = vi.fn<() => Promise<number>>()
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: new Date('2026-03-10T12:50:00') })
  ask.mockReset().mockResolvedValue(1)
  const signal = new AbortController()
  const observer = new QueryObserver(queryClient, { queryKey: ['agreement', 5], queryFn: ask })
  const leave = observer.subscribe(() => {})
  followTime(signal.signal)
  stop = () => {
    leave()
    signal.abort()
  }
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('fetches what is on the screen again within five minutes after each hour', async () => {
  await vi.advanceTimersByTimeAsync(9 * MINUTE)
  expect(ask).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(7 * MINUTE)
  expect(ask).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(50 * MINUTE)
  expect(ask).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(10 * MINUTE)
  expect(ask).toHaveBeenCalledTimes(3)
})

it('waits until a hidden tab is looked at', async () => {
  const look = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  await vi.advanceTimersByTimeAsync(30 * MINUTE)
  expect(ask).toHaveBeenCalledTimes(1)
  look.mockReturnValue('visible')
  await vi.advanceTimersByTimeAsync(MINUTE)
  expect(ask).toHaveBeenCalledTimes(2)
})

it('asks no more after signing out', async () => {
  stop()
  await vi.advanceTimersByTimeAsync(120 * MINUTE)
  expect(ask).toHaveBeenCalledTimes(1)
})
