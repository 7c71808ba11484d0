/** Waiting on a line that comes and goes. */

/**
 * Waits, but no longer than the browser is without a network: what was lost is sought as soon as it is back.
 * @param line where `online` is heard: the window
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
 * A signal that aborts when nothing was heard for so long, or as soon as the browser is without a network:
 * the line itself may not notice. `stop` ends the watch.
 * @param line where `offline` is heard: the window
 */
export function watchSilence(ms: number, line: EventTarget) {
  const silence = new AbortController()
  const over = new AbortController()
  const give = () => setTimeout(() => silence.abort(), ms)
  let timer = give()
  line.addEventListener('offline', () => silence.abort(), { once: true, signal: over.signal })
  return {
    signal: silence.signal,
    heard: () => {
      clearTimeout(timer)
      timer = give()
    },
    stop: () => {
      over.abort()
      clearTimeout(timer)
    },
  }
}
