export interface AtMost {
  /** How many may run at once. */
  running: number
  /** How many may wait for their turn; the next one is turned away. */
  waiting: number
  /** What is thrown at whoever is turned away. */
  full: () => Error
}

/** Runs work of one kind, so much of it at a time and the rest in its turn. */
export function atMost({ running, waiting, full }: AtMost): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let busy = 0
  const queue: (() => void)[] = []
  return async (work) => {
    if (busy < running) busy += 1
    // Whoever ends hands the place over, so that nobody who comes later takes it.
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
