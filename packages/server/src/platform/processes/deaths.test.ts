import { expect, test } from 'vitest'
import { isHopeless, NO_DEATHS, workerPauseAfter, streakAfter } from './deaths.ts'

const MINUTE_MS = 60_000
const early = (streak = NO_DEATHS, isRefused = false) => streakAfter(streak, 0, isRefused)

test('a worker that has served for a while is replaced at once, however many early exits there were before', () => {
  const streak = streakAfter(early(early()), MINUTE_MS, false)
  expect([workerPauseAfter(streak), isHopeless(streak)]).toEqual([0, false])
})

test('after early exits the pause grows, up to half a minute', () => {
  let streak = NO_DEATHS
  const pauses = Array.from({ length: 9 }, () => workerPauseAfter((streak = early(streak, true))))
  expect(pauses).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000])
})

test.each([
  [false, [false, false, false, false, true]],
  [true, [false, false, false, false, false]],
])('five early exits in a row without a reason are hopeless (reason given: %s)', (isRefused, hopeless) => {
  let streak = NO_DEATHS
  expect(hopeless.map(() => isHopeless((streak = early(streak, isRefused))))).toEqual(hopeless)
})
