import type { OwnLine } from './own-line.ts'

/** A line that was good is given so many turns to answer, and then a new one so many. */
const KEPT_ANSWERS = 4
const NEW_ANSWERS = 8

/** What says that there is no way to the server; anything else that fails says nothing of the lines there are. */
const NO_WAY = new Set(['ETIMEDOUT', 'EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH'])
const isNoWay = (error: unknown) => error instanceof Error && 'code' in error && NO_WAY.has(String(error.code))

interface LookingOptions {
  own: OwnLine
  ask: () => Promise<void>
  answered: () => void
  /** Neither the line that was there nor a new one has answered. */
  silent: () => void
}

/** Whether a server is silent, found out by asking it on a line of the product's own. Time is counted in turns. */
export function createLooking({ own, ask, answered, silent }: LookingOptions) {
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
