/** How long open requests, jobs and the database may take when the process ends. */
export const PATIENCE_MS = 30_000
/** How much of it is kept for closing connections and the embedded database, whatever else has not ended by then. */
export const FOR_DATABASE_MS = 5_000

/** How many milliseconds are left until the process ends in any case. */
export type TimeLeft = () => number
/** npm forwards the terminal's Ctrl+C, so one press arrives twice: only a later signal counts as a second press. */
const SAME_PRESS_MS = 1_000

/**
 * Closes everything in reverse order. What cannot be closed does not keep the rest open.
 * @throws the first failure, after everything has been tried
 */
export async function closeAll(opened: readonly ((left: TimeLeft) => Promise<void>)[], left: TimeLeft): Promise<void> {
  const failures: unknown[] = []
  for (const close of opened.toReversed()) await close(left).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}

export interface Ending {
  /** Whether the process is ending, which then explains any further failure. */
  readonly begun: boolean
  /** Closes everything and exits with the code; only the first call counts. */
  end: (code: number) => void
}

interface EndingOptions {
  /** The exit code after a signal: being asked to end is no failure of a service. */
  codeOf?: (signal: NodeJS.Signals) => number
  /** Ends only what would outlive the process. */
  hurry?: () => Promise<unknown>
}

/** What a second and a third Ctrl+C do. */
function laterPresses(hurry: () => Promise<unknown>): () => void {
  let isHurried = false
  return () => {
    if (isHurried) process.exit(1)
    isHurried = true
    setTimeout(() => process.exit(1), FOR_DATABASE_MS).unref()
    void hurry().finally(() => process.exit(1))
  }
}

/**
 * What every press of Ctrl+C does. The first one may come when the process is already ending, perhaps because of what the
 * same press has done to it.
 */
function signalsTo(end: (signal: NodeJS.Signals) => void, hurry: () => Promise<unknown>) {
  const onLaterPress = laterPresses(hurry)
  let pressedAt: number | undefined
  return (signal: NodeJS.Signals) => {
    const before = pressedAt
    if (before !== undefined && performance.now() - before < SAME_PRESS_MS) return
    pressedAt = performance.now()
    if (before === undefined) end(signal)
    else onLaterPress()
  }
}

/**
 * The only way for the process to end: on Ctrl+C, on SIGTERM or on an uncaught error, during the start or any time
 * later. A second Ctrl+C waits for no calls or jobs, and a third one for nothing.
 * @param close closes what is open by then and skips what has not been opened yet
 * @param patienceMs after which the process ends in any case
 */
export function prepareEnding(
  close: (left: TimeLeft) => Promise<void>,
  report: (error: unknown) => void,
  patienceMs: number = PATIENCE_MS,
  { codeOf = () => 0, hurry = async () => {} }: EndingOptions = {},
): Ending {
  let begunAt: number | undefined
  const end = (code: number) => {
    if (begunAt !== undefined) return
    const endsAt = performance.now() + patienceMs
    begunAt = performance.now()
    setTimeout(() => process.exit(1), patienceMs).unref()
    close(() => endsAt - performance.now()).then(
      () => process.exit(code),
      (error) => {
        report(error)
        process.exit(1)
      },
    )
  }
  const onSignal = signalsTo((signal) => end(codeOf(signal)), hurry)
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
