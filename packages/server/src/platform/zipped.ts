import { flowApart } from './flow.ts'
import type { PackInput, Packed } from './zip-apart.ts'
import type { ZipEntry } from './zip-entry.ts'

/** The thread that packs. */
const APART = new URL('./zip-apart.ts', import.meta.url)

async function* itemsOf(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Packed> {
  for await (const { name, pieces } of entries) {
    yield { name }
    for await (const piece of pieces) yield { piece }
  }
}

/**
 * A zip archive as it grows, packed in another thread (`zip`).
 * @param sums the name of a last file that has the sums of all the others
 */
export const zipped = (entries: AsyncIterable<ZipEntry>, sums: string): AsyncGenerator<Buffer> =>
  flowApart(APART, { sums } satisfies PackInput, itemsOf(entries))
