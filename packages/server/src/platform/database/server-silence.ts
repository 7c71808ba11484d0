import type { OwnConnection } from './own-connection.ts'

/** Turns that an existing connection gets to answer, and turns that a new one gets. */
const KEPT_ANSWERS = 4
const NEW_ANSWERS = 8

/** Codes of errors that mean that the server is unreachable; other errors say nothing about existing connections. */
const NO_WAY = new Set(['ETIMEDOUT', 'EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH'])
const isNoWay = (error: unknown) => error instanceof Error && 'code' in error && NO_WAY.has(String(error.code))

interface SilenceCheckOptions {
  own: OwnConnection
  ask: () => Promise<void>
  answered: () => void
  /** Called when neither the existing connection nor a new one has answered. */
  silent: () => void
}

/** Finds out whether the server is silent by asking it over a separate connection. Time is counted in turns. */
export function createSilenceCheck({ own, ask, answered, silent }: SilenceCheckOptions) {
  let current: { isNew: boolean; left: number } | undefined
  const begin = () => {
    const isNew = !own.isThere()
    const look = (current = { isNew, left: isNew ? NEW_ANSWERS : KEPT_ANSWERS })
    ask().then(
      () => over(look, true),
      (error: unknown) => over(look, !isNoWay(error)),
    )
  }
  const over = (look: typeof current, isAnswered: boolean) => {
    if (current !== look) return
    current = undefined
    if (isAnswered) return answered()
    own.leave()
    if (look?.isNew) silent()
    else begin()
  }
  return {
    begin,
    isGoingOn: () => current !== undefined,
    turn: () => {
      if (!current) return
      current.left -= 1
      if (current.left <= 0) over(current, false)
    },
  }
}
