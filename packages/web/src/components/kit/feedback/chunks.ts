import { buildState, reloadOnce } from '../../../api/build.ts'

/** Time limit for loading a part of the program, in ms (brief, section 9). */
export const CHUNK_LIMIT = 120_000
/** The pauses between attempts to reach the server, in ms, followed by the longest one. */
const PAUSES = [500, 1000, 2000, 4000] as const
const LONGEST = 8000

/** A lazily loaded part that did not arrive, or not in time. */
export class ChunkError extends Error {
  override readonly name = 'ChunkError'
}

const NOT_FETCHED = /dynamically imported module|importing a module script failed|preload css/i

/** Checks whether a part failed to load; also true for a part of an older version that a new deployment has removed. */
export const isChunkFailure = (error: unknown): boolean =>
  error instanceof ChunkError || (error instanceof Error && NOT_FETCHED.test(error.message))

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Loads a part. Browsers remember that a part failed and do not request it again, so the page is reloaded as soon as
 * the server answers, at the address the person was going to and with typed text kept.
 */
async function persistently<Loaded>(load: () => Promise<Loaded>, isOver: () => boolean): Promise<Loaded> {
  try {
    return await load()
  } catch (error) {
    if (!isChunkFailure(error)) throw error
    for (let tries = 0; (await buildState()) === 'silent' && !isOver(); tries++) await pause(PAUSES[tries] ?? LONGEST)
    await reloadOnce()
    throw error
  }
}

/**
 * Loads a part of the program. A lost connection is waited out, but not for ever.
 * @throws ChunkError after `limit` milliseconds; the browser's error when the server answers but the part does not load
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
