import { setImmediate } from 'node:timers/promises'

/** How long work may hold the event loop between two turns, ms. */
const SLICE_MS = 15

/** Waits for a turn of the event loop where the last one is some time ago. */
export type Turn = () => Promise<void>

/** For work of many steps: awaited between them, it lets everybody else be answered. */
export function takingTurns(): Turn {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < SLICE_MS) return
    await setImmediate()
    since = performance.now()
  }
}
