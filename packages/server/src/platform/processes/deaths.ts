/** What is made of workers that end by themselves: pure, so that no test has to wait. Milliseconds. */

/** Whoever has served for so long was sound: its end says nothing of the next one. */
const SOUND_MS = 30_000
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000
const MOST_CRASHES = 5

/** Ends in a row that came early, over all workers. */
export interface Streak {
  early: number
  /** Those of them that gave no reason. */
  crashed: number
}

export const NO_DEATHS: Streak = { early: 0, crashed: 0 }

/**
 * @param servedMs 0: it never came to serving
 * @param isRefused whether it has said in a sentence why it cannot start, as while the database is away
 */
export const streakAfter = (streak: Streak, servedMs: number, isRefused: boolean): Streak =>
  servedMs >= SOUND_MS
    ? NO_DEATHS
    : { early: streak.early + 1, crashed: isRefused ? streak.crashed : streak.crashed + 1 }

/** How long to wait with the next one. */
export const pauseAfter = ({ early }: Streak): number =>
  early === 0 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** (early - 1), LONGEST_PAUSE_MS)

/** Whether another try would only be the next to fail. */
export const isHopeless = ({ crashed }: Streak): boolean => crashed >= MOST_CRASHES
