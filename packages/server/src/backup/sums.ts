import { createHash } from 'node:crypto'

/** Lines of sums gathered before they become a part of their own: about as many bytes as other pieces have. */
const ENOUGH = 4 * 1024 * 1024

/** The lines of `sums/N`, as the writer and the reader of an archive both work them out. */
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
    /** The lines since the last time. */
    take(): string[] {
      const taken = lines
      lines = []
      bytes = 0
      return taken
    },
    parts: () => parts,
    /** Of all lines there were; ends the gathering. */
    digest: () => all.digest('hex'),
  }
}

/** The first part whose line is another one, or missing; undefined where there is none. */
export function firstDifferent(computed: readonly string[], kept: string): string | undefined {
  const lines = kept.split(/(?<=\n)/)
  const at = Math.max(computed.length, lines.length)
  for (let index = 0; index < at; index += 1) {
    const line = computed[index] ?? lines[index] ?? ''
    if (computed[index] !== lines[index]) return line.slice(66).trim() || 'sums'
  }
  return undefined
}

/** Bytes on their way, their number and their sum. */
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
    /** Ends the measuring. */
    sha256: () => hash.digest('hex'),
  }
}
