import { isApiError, isNetworkFailure } from './api-error.ts'

/** A network failure is shown soon, because the person can do something about it. */
const NETWORK_TRIES = 3
/** A database recovers by itself: this is about three minutes. */
const UNAVAILABLE_TRIES = 12
const LONGEST_MS = 20_000

/** Checks whether the server is unavailable for the moment. */
const isUnavailable = (error: unknown): boolean => isApiError(error) && error.status === 503

/** Checks whether a failed query should be retried automatically. */
export const isWorthRetrying = (failures: number, error: unknown): boolean =>
  (isNetworkFailure(error) && failures < NETWORK_TRIES) || (isUnavailable(error) && failures < UNAVAILABLE_TRIES)

/** The pause before the next retry in ms: 1 s, 2 s, 4 s … 20 s. */
export const retryDelay = (failures: number): number => Math.min(LONGEST_MS, 1000 * 2 ** failures)
