import { expect, test } from 'vitest'
import { ApiError } from './api-error.ts'
import { isWorthRetrying, retryDelay } from './retrying.ts'

const failed = (status: number) => new ApiError({ status, message: '', errors: {}, data: {}, onRefusal: 'page' })

test.each([
  ['a lost network', 0, 2, true],
  ['a network lost for long', 0, 3, false],
  ['a database that is away', 503, 11, true],
  ['a database that stays away', 503, 12, false],
  ['a refusal', 403, 0, false],
  ['a fault of the server', 500, 0, false],
])('%s', (_, status, failures, isAgain) => {
  expect(isWorthRetrying(failures, failed(status))).toBe(isAgain)
})

test('pauses grow up to a limit', () => {
  expect([0, 1, 4, 5, 11].map(retryDelay)).toEqual([1000, 2000, 16_000, 20_000, 20_000])
})
