/**
 * The first calls of a screen leave before the program runs (first.js, build/name-parts.ts): on a slow line they would
 * otherwise wait for its scripts. The program makes its calls as always, and gets these answers for them.
 */

declare global {
  /** Answers on their way, by method, address, body and token; set by first.js. */
  var early: Map<string, Promise<Response>> | undefined
}

interface EarlyCall {
  method?: string
  address: string
  body?: string | undefined
  token?: string | undefined
}

/**
 * Takes over the answer to a call that has left already. Each is given once: a repeated call is made anew.
 * @returns undefined when exactly this call has not been made early
 */
export function takeEarly({ method = 'GET', address, body, token }: EarlyCall): Promise<Response> | undefined {
  const key = JSON.stringify([method, address, body ?? null, token ?? null])
  const answer = globalThis.early?.get(key)
  globalThis.early?.delete(key)
  return answer
}

/**
 * What is still to be taken is waited for so long, ms: what then comes is drawn once, instead of an empty screen first
 * and the screen itself after it.
 */
const WORTH_WAITING = 200

/**
 * Resolves when the questions are answered, or soon if they are not; at once when no call has left early, as only those
 * of a page that has just been opened have.
 */
export async function answeredEarly(ask: () => readonly Promise<unknown>[]): Promise<void> {
  if (!globalThis.early?.size) return
  const soon = new Promise((resolve) => setTimeout(resolve, WORTH_WAITING))
  await Promise.race([Promise.allSettled(ask()), soon])
}
