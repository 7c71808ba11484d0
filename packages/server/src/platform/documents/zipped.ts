import { flowApart } from './flow.ts'
import type { PackInput, Packed } from './zipped/apart.ts'
import type { ZipEntry } from './zipped/entry.ts'

/** The thread that packs archives. */
const APART = new URL('./zipped/apart.ts', import.meta.url)

async function* itemsOf(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Packed> {
  for await (const { name, pieces } of entries) {
    yield { name }
    for await (const piece of pieces) yield { piece }
  }
}

/**
 * Yields a zip archive piece by piece, packed in another thread (`zip`).
 * @param sums name of a last file with the checksums of all others
 */
export const zipped = (entries: AsyncIterable<ZipEntry>, sums: string): AsyncGenerator<Buffer> =>
  flowApart(APART, { sums } satisfies PackInput, itemsOf(entries))
