import { createHash } from 'node:crypto'

/** Bytes of lines collected before they become a part of their own: about the size of other pieces. */
const ENOUGH = 4 * 1024 * 1024

/** Computes the lines of `sums/N`, for both the writer and the reader of an archive. */
export function gatherSums() {
  const all = createHash('sha256')
  let lines: string[] = []
  let bytes = 0
  let parts = 0
  return {
    /** @param sha256 in hexadecimal */
    add(name: string, sha256: string) {
      const line = `${sha256}  ${name}\n`
      all.update(line)
      lines.push(line)
      bytes += line.length
      parts += 1
    },
    isEnough: () => bytes >= ENOUGH,
    isEmpty: () => lines.length === 0,
    /** The lines since the previous call. */
    take(): string[] {
      const taken = lines
      lines = []
      bytes = 0
      return taken
    },
    parts: () => parts,
    /** Digest of all lines; no more can be added after it. */
    digest: () => all.digest('hex'),
  }
}

/** The first part whose line differs or is missing; undefined when there is none. */
export function firstDifferent(computed: readonly string[], kept: string): string | undefined {
  const lines = kept.split(/(?<=\n)/)
  const at = Math.max(computed.length, lines.length)
  for (let index = 0; index < at; index += 1) {
    const line = computed[index] ?? lines[index] ?? ''
    if (computed[index] !== lines[index]) return line.slice(66).trim() || 'sums'
  }
  return undefined
}

/** Measures the size and the checksum of passing bytes. */
export function meter() {
  const hash = createHash('sha256')
  let size = 0
  return {
    async *through(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      for await (const chunk of bytes) {
        hash.update(chunk)
        size += chunk.length
        yield chunk
      }
    },
    size: () => size,
    /** The checksum; no more bytes can be measured after it. */
    sha256: () => hash.digest('hex'),
  }
}
