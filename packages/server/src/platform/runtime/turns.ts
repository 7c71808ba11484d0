import { setImmediate } from 'node:timers/promises'

/** How long work may hold the event loop between two turns, in ms. */
const SLICE_MS = 15

/** Waits for a turn of the event loop if the last one was some time ago. */
export type Turn = () => Promise<void>

/** For work with many steps: awaited between them, it lets other calls be answered. */
export function takingTurns(): Turn {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < SLICE_MS) return
    await setImmediate()
    since = performance.now()
  }
}
