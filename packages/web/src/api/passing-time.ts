import { invalidate } from './query-client.ts'

/**
 * Dates pass, deadlines come and substitutes begin without any change that the server would report. Days begin at whole
 * hours in every time zone of the companies, so what is on the screen is fetched again after each.
 */

const HOUR_MS = 3_600_000
/** How often the clock is looked at, in ms: a timer of an hour would be late after the computer has slept. */
const LOOK_MS = 30_000
/** All open screens see the hour pass at once, so they ask at different moments, in ms. */
const SPREAD_MS = 5 * 60_000

const hourNow = () => Math.floor(Date.now() / HOUR_MS)

/** Fetches what is on the screen again after each hour, until `signal` is aborted; a hidden tab waits until it is seen. */
export function followTime(signal: AbortSignal): void {
  let hour = hourNow()
  let due = Infinity
  const look = () => {
    if (hour !== hourNow()) {
      hour = hourNow()
      due = Date.now() + Math.random() * SPREAD_MS
    }
    if (Date.now() < due || document.visibilityState === 'hidden') return
    due = Infinity
    void invalidate(['all'])
  }
  const timer = setInterval(look, LOOK_MS)
  signal.addEventListener('abort', () => clearInterval(timer), { once: true })
}
