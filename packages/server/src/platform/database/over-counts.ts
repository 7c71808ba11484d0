/** How far the clocks of two machines that work together may be apart. */
const APART_SECONDS = 60

/**
 * The SQL condition for counts of a limit that are over: the window has passed, or is further ahead than any window,
 * because they were counted while the clock was ahead.
 */
export const overCounts = (windowSeconds: number): string =>
  `expire not between extract(epoch from now()) * 1000
    and (extract(epoch from now()) + ${windowSeconds + APART_SECONDS}) * 1000`
