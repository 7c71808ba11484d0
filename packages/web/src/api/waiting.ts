/** Waiting on an unreliable connection. */

/**
 * Waits, but ends early as soon as the browser is online again, so that what was lost is retried at once.
 * @param line where `online` events arrive: the window
 */
export const pauseOrOnline = (ms: number, signal: AbortSignal, line: EventTarget): Promise<void> =>
  new Promise((resolve) => {
    const over = new AbortController()
    const end = () => {
      over.abort()
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end, { once: true, signal: over.signal })
    line.addEventListener('online', end, { once: true, signal: over.signal })
  })

/**
 * Returns a signal that aborts after this long without data, or as soon as the browser goes offline, which the
 * connection itself may not notice. `stop` ends the watching.
 * @param line where `offline` events arrive: the window
 */
export function watchSilence(ms: number, line: EventTarget) {
  const silence = new AbortController()
  const over = new AbortController()
  const give = () => setTimeout(() => silence.abort(), ms)
  let timer = give()
  line.addEventListener('offline', () => silence.abort(), { once: true, signal: over.signal })
  return {
    signal: silence.signal,
    reset: () => {
      clearTimeout(timer)
      timer = give()
    },
    stop: () => {
      over.abort()
      clearTimeout(timer)
    },
  }
}
