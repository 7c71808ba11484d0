import { setImmediate as turn } from 'node:timers/promises'

/** Somebody whose stream is written to. */
interface Writable {
  stream: { push: (text: string) => unknown }
}

/** How long each listener lengthens the interval between two writes, ms: about what a write to a stream costs. */
const EACH_MS = 0.5
const MOST_MS = 1000
/** After this many streams the event loop gets a turn. */
const AT_ONCE = 100

/**
 * Collects the events of many listeners and writes to each stream once for everything that came in the meantime. With
 * thousands of open screens the writes themselves are what costs (docs/decisions/0133).
 * @param listeners those who have left by the time of writing are skipped
 */
export function createGathering<Listener extends Writable>(listeners: ReadonlySet<Listener>) {
  let frames = new Map<Listener, string>()
  let timer: NodeJS.Timeout | undefined
  const writeOut = async () => {
    const due = frames
    frames = new Map()
    timer = undefined
    let written = 0
    for (const [listener, text] of due) {
      if (listeners.has(listener)) listener.stream.push(text)
      written += 1
      if (written % AT_ONCE === 0) await turn()
    }
  }
  return {
    add: (listener: Listener, frame: string) => {
      frames.set(listener, (frames.get(listener) ?? '') + frame)
      timer ??= setTimeout(() => void writeOut(), Math.min(MOST_MS, listeners.size * EACH_MS))
    },
    stop: () => {
      clearTimeout(timer)
      timer = undefined
      frames = new Map()
    },
  }
}
