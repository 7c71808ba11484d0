import { buildState, fetchPageAnew } from '../../../api/build.ts'

/** How long a part of the program may load (brief, section 9). */
export const CHUNK_LIMIT = 120_000
/** How long is waited before the server is asked again, in ms, and then longer. */
const PAUSES = [500, 1000, 2000, 4000] as const
const LONGEST = 8000

/** A lazily loaded part that did not come in time or at all. */
export class ChunkError extends Error {
  override readonly name = 'ChunkError'
}

const NOT_FETCHED = /dynamically imported module|importing a module script failed|preload css/i

/** True also for a part of an older version that a new deployment has removed. */
export const isChunkFailure = (error: unknown): boolean =>
  error instanceof ChunkError || (error instanceof Error && NOT_FETCHED.test(error.message))

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Loads a part. Browsers remember a part that did not come and do not ask for it again, so the page is fetched anew as soon
 * as the server answers: at the address the person was going to, with what was typed kept.
 */
async function persistently<Loaded>(load: () => Promise<Loaded>, isOver: () => boolean): Promise<Loaded> {
  try {
    return await load()
  } catch (error) {
    if (!isChunkFailure(error)) throw error
    for (let tries = 0; (await buildState()) === 'silent' && !isOver(); tries++) await pause(PAUSES[tries] ?? LONGEST)
    await fetchPageAnew()
    throw error
  }
}

/**
 * Loads a part of the program: a line that was away brings it when it is back, but nobody waits for ever.
 * @throws ChunkError after `limit` milliseconds, and what the browser says of a part that does not come from a server that answers
 */
export function withinLimit<Loaded>(load: () => Promise<Loaded>, limit = CHUNK_LIMIT): Promise<Loaded> {
  let isOver = false
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => {
      isOver = true
      reject(new ChunkError(`not loaded in ${limit} ms`))
    }, limit)
  })
  return Promise.race([persistently(load, () => isOver), late])
}
