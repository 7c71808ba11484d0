import { createHash } from 'node:crypto'

/** Tokens are stored as their hash only: a stolen table opens nothing. */
export const tokenHash = (token: string) => createHash('sha256').update(token).digest()

const DAY_MS = 24 * 3600 * 1000

/** @param now ISO 8601 */
export const daysLater = (now: string, days: number): string => new Date(Date.parse(now) + days * DAY_MS).toISOString()
