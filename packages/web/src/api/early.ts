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
