/** How long open requests and the database may take at the end. */
export const PATIENCE_MS = 30_000
/** npm hands the terminal's Ctrl+C on, so that the same press arrives twice: only a later one is a second. */
const SAME_PRESS_MS = 1_000

export interface Ending {
  /** Whether the process is ending: what fails from now on fails because of that. */
  readonly begun: boolean
  /** Closes everything and exits with the code; the first call counts. */
  end: (code: number) => void
}

/**
 * The one way the process ends: on Ctrl+C, on SIGTERM, on a fault nobody caught, in the middle of the start or
 * years later. A second Ctrl+C ends it at once.
 * @param close what has to be closed by now; what is not open yet is passed over
 */
export function prepareEnding(close: () => Promise<void>, report: (error: unknown) => void): Ending {
  let begunAt: number | undefined
  const end = (code: number) => {
    if (begunAt !== undefined) return
    begunAt = performance.now()
    setTimeout(() => process.exit(1), PATIENCE_MS).unref()
    close().then(
      () => process.exit(code),
      (error) => {
        report(error)
        process.exit(1)
      },
    )
  }
  const onSignal = () => {
    if (begunAt !== undefined && performance.now() - begunAt > SAME_PRESS_MS) process.exit(1)
    end(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
  process.on('uncaughtException', (error) => {
    if (begunAt === undefined) report(error)
    end(1)
  })
  return {
    get begun() {
      return begunAt !== undefined
    },
    end,
  }
}
