/** How far the clocks of two machines that work together may be apart. */
const APART_MS = 60_000

/**
 * How long ago something was done, in milliseconds. A moment that is still to come was noted while a clock was ahead, and
 * nobody knows how long ago that really was: Infinity, so that what is done again after a while does not have to wait
 * until the clock gets there once more.
 * @param moment ISO 8601, or milliseconds since 1970
 * @param now milliseconds since 1970
 */
export function msSince(moment: string | number, now: number): number {
  const ms = now - (typeof moment === 'string' ? Date.parse(moment) : moment)
  return ms < -APART_MS ? Infinity : Math.max(0, ms)
}

/** Whether the moment is one at which something can have been done, see `msSince`. */
export const hasBeen = (moment: string | number, now: number): boolean => Number.isFinite(msSince(moment, now))

/**
 * The furthest that a moment can be ahead until which something waits, ISO 8601. One beyond it was noted while a clock was
 * ahead, and counts as come: otherwise the wait would last until the clock gets there once more.
 * @param now ISO 8601
 * @param longest how long such a thing waits at most, in milliseconds
 */
export const furthest = (now: string, longest: number): string =>
  new Date(Date.parse(now) + longest + APART_MS).toISOString()

/** Whether a moment until which something waits has come, see `furthest`. */
export const hasCome = (moment: string, now: string, longest: number): boolean =>
  moment <= now || moment > furthest(now, longest)
