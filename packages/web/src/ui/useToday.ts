import { useSyncExternalStore } from 'react'
import { installationZone, today } from './dates.ts'

/** How often the clock is looked at, in ms: a timer until midnight would be late after the computer has slept. */
const LOOK_MS = 30_000

const listeners = new Set<() => void>()
let timer = 0

function listen(onLook: () => void): () => void {
  timer ||= window.setInterval(() => listeners.forEach((each) => each()), LOOK_MS)
  listeners.add(onLook)
  return () => {
    listeners.delete(onLook)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = 0
  }
}

/**
 * Returns today as `YYYY-MM-DD`, and draws again when the next day begins: a screen is left open overnight, and what it
 * shows says «завтра» or «просрочено» although none of its data has changed.
 * @param zone of the clock that the days are read by
 */
export const useToday = (zone = installationZone()): string => useSyncExternalStore(listen, () => today(zone))
