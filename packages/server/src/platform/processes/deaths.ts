/**
 * Decides what to do when workers exit unexpectedly. Pure functions, so that tests need not wait. Times in
 * milliseconds.
 */

/** A worker that has served for so long was healthy, so its exit says nothing about the next one. */
const SOUND_MS = 30_000
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000
const MOST_CRASHES = 5

/** Consecutive early exits, over all workers. */
export interface Streak {
  early: number
  /** Those of them that gave no reason. */
  crashed: number
}

export const NO_DEATHS: Streak = { early: 0, crashed: 0 }

/**
 * @param servedMs 0 if it never started serving
 * @param isRefused whether it reported why it could not start, for instance because the database was unavailable
 */
export const streakAfter = (streak: Streak, servedMs: number, isRefused: boolean): Streak =>
  servedMs >= SOUND_MS
    ? NO_DEATHS
    : { early: streak.early + 1, crashed: isRefused ? streak.crashed : streak.crashed + 1 }

/** How long to wait before starting the next one. */
export const workerPauseAfter = ({ early }: Streak): number =>
  early === 0 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** (early - 1), LONGEST_PAUSE_MS)

/** Whether another attempt would only fail again. */
export const isHopeless = ({ crashed }: Streak): boolean => crashed >= MOST_CRASHES
