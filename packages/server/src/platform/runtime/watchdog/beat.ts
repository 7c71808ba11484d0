/** Shared definitions of the process and its watching thread. */

export interface Watched {
  /** Incremented while the event loop turns. */
  beats: Int32Array
  limitMs: number
  /** Whether another process replaces this one when it ends. */
  isReplaced: boolean
}

export interface Held {
  /** Functions with their locations, innermost first. */
  where: string[]
}

/** Name of the function that increments the counter. */
export const BEAT = 'beatOfTheLoop'
