import { isApiError, isNetworkFailure } from './api-error.ts'

/** A person is told soon that the network is gone: there is something to do about it. */
const NETWORK_TRIES = 3
/** A database comes back by itself: some three minutes. */
const UNAVAILABLE_TRIES = 12
const LONGEST_MS = 20_000

/** The server cannot answer now, and will later. */
const isUnavailable = (error: unknown): boolean => isApiError(error) && error.status === 503

/** Whether what was asked for is asked for again by itself. */
export const isWorthRetrying = (failures: number, error: unknown): boolean =>
  (isNetworkFailure(error) && failures < NETWORK_TRIES) || (isUnavailable(error) && failures < UNAVAILABLE_TRIES)

/** 1 s, 2 s, 4 s … 20 s before the next try. */
export const retryDelay = (failures: number): number => Math.min(LONGEST_MS, 1000 * 2 ** failures)
