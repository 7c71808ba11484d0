import { msSince } from '../../../platform/elapsed.ts'

/** A mail server that is restarted, or busy for a moment, is back sooner. */
const AWAY_MS = 30 * 60_000

/** Whether administrators have to know that no letter has left. Moments are ISO 8601. */
export const isMailDown = (since: string, now: string): boolean => msSince(since, Date.parse(now)) >= AWAY_MS
