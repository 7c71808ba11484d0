import { ROW_END } from './manifest.ts'

/** The number of row ends in a chunk of COPY's text form. */

const endsIn = (chunk: Uint8Array) => {
  let count = 0
  for (let at = chunk.indexOf(ROW_END); at !== -1; at = chunk.indexOf(ROW_END, at + 1)) count += 1
  return count
}

/** Counts the rows of each table as they pass. */
export function countingRows() {
  const counts: Record<string, number> = {}
  return {
    async *count(table: string, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      for await (const chunk of bytes) {
        counts[table] = (counts[table] ?? 0) + endsIn(chunk)
        yield chunk
      }
    },
    all: () => counts,
    sum: () => Object.values(counts).reduce((sum, count) => sum + count, 0),
  }
}

/** The data of a row in the table of files. */
export interface NamedFile {
  key: string
  file_name: string
  size: number
  sha256: string
}

/** Escape sequences in values: a backslash followed by a letter. */
const ESCAPED: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v' }
const plain = (value: string) => value.replace(/\\(.)/g, (_, letter: string) => ESCAPED[letter] ?? letter)

/** Collects the files named by rows, to be matched with the bytes that follow. Deleted files have no bytes. */
export function namedFiles() {
  const named = new Map<string, NamedFile>()
  const note = (line: string, columns: readonly string[]) => {
    const values = line.split('\t')
    const of = (column: string) => values[columns.indexOf(column)] ?? ''
    if (of('deleted_at') !== '\\N') return
    const key = of('storage_key')
    named.set(key, { key, file_name: plain(of('file_name')), size: Number(of('size')), sha256: of('sha256') })
  }
  async function* watch(columns: readonly string[], bytes: AsyncIterable<Uint8Array>) {
    let rest = Buffer.alloc(0)
    for await (const chunk of bytes) {
      const all = Buffer.concat([rest, chunk])
      const end = all.lastIndexOf(ROW_END) + 1
      const lines = all.subarray(0, end).toString().split('\n').slice(0, -1)
      for (const line of lines) note(line, columns)
      rest = all.subarray(end)
      yield chunk
    }
  }
  return {
    /** Reads the table of files as it passes. */
    watch,
    /** @returns undefined when no row names the file */
    take(key: string): NamedFile | undefined {
      const found = named.get(key)
      named.delete(key)
      return found
    },
    /** Files that were not taken. */
    left: () => [...named.values()],
  }
}
