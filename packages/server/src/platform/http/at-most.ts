export interface AtMost {
  /** The most calls that may run at once. */
  running: number
  /** The most calls that may wait for their turn; any further one is rejected. */
  waiting: number
  /** Creates the error for a call that is rejected. */
  full: () => Error
}

/** Limits how many calls of one kind run at once; the others wait for their turn. */
export function atMost({ running, waiting, full }: AtMost): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let busy = 0
  const queue: (() => void)[] = []
  return async (work) => {
    if (busy < running) busy += 1
    // A finished call hands its place directly to the next in the queue, so that a later call cannot take it.
    else if (queue.length < waiting) await new Promise<void>((turn) => queue.push(turn))
    else throw full()
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else busy -= 1
    }
  }
}
