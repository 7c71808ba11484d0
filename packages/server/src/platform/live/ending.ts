import type { Staying } from '../person.ts'

/** A browser's stream, as far as its end is concerned. */
interface Held {
  /** The token it was opened with; null when it outlives every session. */
  token: string | null
  /** What decides which events it hears, as it was when the stream was opened. */
  person: Staying
}

/** Returns whose the tokens are that are still valid. */
export type WhoStay = (tokens: string[]) => Promise<Map<string, Staying>>

const HEARING = ['id', 'isRivc', 'isAdmin', 'idcomp', 'can_enter_registry'] as const
const isSame = (person: Staying, now: Staying | undefined) => HEARING.every((field) => person[field] === now?.[field])

/**
 * The streams whose session or token is over, or whose person hears other things by now: the event of a changed person
 * may have been missed, and their streams are opened anew with their current rights. One query, however many there are.
 */
export async function whichAreOver<Stream extends Held>(all: Stream[], whoStay: WhoStay): Promise<Set<Stream>> {
  const stay = await whoStay([...new Set(all.flatMap(({ token }) => token ?? []))])
  return new Set(all.filter(({ token, person }) => token !== null && !isSame(person, stay.get(token))))
}

/**
 * Makes work that is asked for again while it is done be done once more afterwards, however often that was: what has
 * happened meanwhile may have come too late for it.
 */
export function onceAtATime(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let isAskedAgain = false
  const run = async () => {
    do {
      isAskedAgain = false
      await work()
    } while (isAskedAgain)
  }
  return async () => {
    isAskedAgain = true
    running ??= run().finally(() => (running = undefined))
    await running
  }
}
