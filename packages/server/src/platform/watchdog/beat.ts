/** What the process and the thread that watches it agree upon. */

export interface Watched {
  /** Counts up while the event loop turns. */
  beats: Int32Array
  limitMs: number
  /** Whether another takes the place of this process when it ends. */
  isReplaced: boolean
}

export interface Held {
  /** Functions and places, the innermost first. */
  where: string[]
}

/** The function that counts, by its name. */
export const BEAT = 'beatOfTheLoop'
