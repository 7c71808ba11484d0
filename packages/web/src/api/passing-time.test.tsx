import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { noteZone } from '../ui/zone.ts'
import { followTime } from './passing-time.ts'
import { queryClient } from './query-client.ts'

const MINUTE = 60_000
const ask = vi.fn<() => Promise<number>>()
let stop: () => void

function begin() {
  queryClient.clear()
  ask.mockReset().mockResolvedValue(1)
  const signal = new AbortController()
  const observer = new QueryObserver(queryClient, { queryKey: ['agreement', 5], queryFn: ask })
  const leave = observer.subscribe(() => {})
  followTime(signal.signal)
  stop = () => {
    leave()
    signal.abort()
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: new Date('2026-03-10T12:50:00') })
  begin()
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

it.each([
  ['Asia/Kathmandu', 15],
  ['Asia/Kolkata', 30],
])('fetches it also when an hour begins in %s, where the installation is', async (zone, minute) => {
  stop()
  noteZone(zone)
  vi.setSystemTime(new Date('2026-03-10T12:01:00'))
  begin()
  await vi.advanceTimersByTimeAsync((minute - 2) * MINUTE)
  expect(ask).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(7 * MINUTE)
  expect(ask).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync((53 - minute) * MINUTE)
  expect(ask).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(7 * MINUTE)
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
