import { createHash } from 'node:crypto'
import { flowing } from '../flow/apart.ts'
import type { ZipEntry } from './entry.ts'
import { zip } from './zip.ts'

/** The thread that packs archives. It receives the name of each entry and then its pieces. */
export type Packed = { name: string } | { piece: string | Uint8Array }

export interface PackInput {
  /** Name of the last entry, with the checksums of all others in the format of `sha256sum`. */
  sums: string
}

async function* entriesOf(items: AsyncIterable<Packed>): AsyncGenerator<ZipEntry> {
  const source = items[Symbol.asyncIterator]()
  let next = await source.next()
  async function* pieces() {
    for (;;) {
      next = await source.next()
      if (next.done || 'name' in next.value) return
      yield next.value.piece
    }
  }
  while (!next.done) {
    if (!('name' in next.value)) throw new Error('a piece of no entry')
    yield { name: next.value.name, pieces: pieces() }
  }
}

async function* summed(entries: AsyncIterable<ZipEntry>, sums: string): AsyncGenerator<ZipEntry> {
  const lines: string[] = []
  for await (const { name, pieces } of entries) {
    const hash = createHash('sha256')
    yield { name, pieces: hashed(pieces, hash) }
    lines.push(`${hash.digest('hex')}  ${name}\n`)
  }
  yield { name: sums, pieces: lines }
}

async function* hashed(pieces: ZipEntry['pieces'], hash: ReturnType<typeof createHash>) {
  for await (const piece of pieces) {
    hash.update(piece)
    yield piece
  }
}

export default flowing(({ sums }: PackInput, items: AsyncIterable<Packed>) => zip(summed(entriesOf(items), sums)))
