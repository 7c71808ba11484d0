import { installationZone } from '../ui/dates.ts'
import { invalidate } from './query-client.ts'

/**
 * Dates pass, deadlines come and substitutes begin without any change that the server would report. What is on the
 * screen is fetched again after each whole hour, with which days begin nearly everywhere, and after each of the device's
 * and of the installation's clock: in India that is half past.
 */

/** How often the clock is looked at, in ms: a timer of an hour would be late after the computer has slept. */
const LOOK_MS = 30_000
/** All open screens see the hour pass at once, so they ask at different moments, in ms. */
const SPREAD_MS = 5 * 60_000

/** The hours that the clocks show now. */
function hoursNow(): string {
  const at = Date.now()
  const hourIn = (timeZone?: string) =>
    Intl.DateTimeFormat('ru', { timeZone, day: 'numeric', hour: 'numeric' }).format(at)
  return [hourIn('UTC'), hourIn(), hourIn(installationZone())].join()
}

/** Fetches what is on the screen again after each hour, until `signal` is aborted; a hidden tab waits until it is seen. */
export function followTime(signal: AbortSignal): void {
  let hours = hoursNow()
  let due = Infinity
  const look = () => {
    const now = hoursNow()
    if (hours !== now) {
      hours = now
      due = Date.now() + Math.random() * SPREAD_MS
    }
    if (Date.now() < due || document.visibilityState === 'hidden') return
    due = Infinity
    void invalidate(['all'])
  }
  const timer = setInterval(look, LOOK_MS)
  signal.addEventListener('abort', () => clearInterval(timer), { once: true })
}
