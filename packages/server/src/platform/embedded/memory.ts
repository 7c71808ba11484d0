import { totalmem } from 'node:os'

/** How much memory the embedded PostgreSQL takes for pages. */

const MB = 1024 * 1024

/** The memory of the machine, or less if a container is allowed less, in bytes. */
export const memoryHere = (): number => Math.min(totalmem(), process.constrainedMemory() || Infinity)

/**
 * The sizes of `shared_buffers` and `effective_cache_size`: a quarter of the memory, as PostgreSQL's manual advises, and half.
 * Counting the 65 000 requests of a frequent word among a million reads 370 MB of their table: pages that are not kept here
 * are copied from the system's memory each time, which took 330 ms instead of 110. Each connection needs two thousandths
 * more for its map of what is kept, therefore there is an upper bound. Pages take memory only once they are read.
 * @param memory bytes
 */
export function pagesKept(memory: number): { shared_buffers: string; effective_cache_size: string } {
  const kept = Math.floor(Math.min(Math.max(memory / 4, 128 * MB), 2048 * MB) / MB)
  return { shared_buffers: `${kept}MB`, effective_cache_size: `${kept * 2}MB` }
}
