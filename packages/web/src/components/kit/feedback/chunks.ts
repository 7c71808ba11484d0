/** How long a part of the program may load (brief, section 9). */
export const CHUNK_LIMIT = 120_000

/** A lazily loaded part that did not come in time or at all. */
export class ChunkError extends Error {
  override readonly name = 'ChunkError'
}

const NOT_FETCHED = /dynamically imported module|importing a module script failed|preload css/i

/** True also for a part of an older version that a new deployment has removed. */
export const isChunkFailure = (error: unknown): boolean =>
  error instanceof ChunkError || (error instanceof Error && NOT_FETCHED.test(error.message))

/**
 * Loads a part of the program, but does not wait for ever.
 * @throws ChunkError after `limit` milliseconds
 */
export function withinLimit<Loaded>(load: () => Promise<Loaded>, limit = CHUNK_LIMIT): Promise<Loaded> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new ChunkError(`not loaded in ${limit} ms`)), limit)
  })
  return Promise.race([load(), late])
}
