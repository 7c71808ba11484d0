import { readTable, type Table } from './file.ts'
import { ImportRefused } from '../refused.ts'

/**
 * A table without its rows, or why the file is not one. An error is sent as text, because classes are not preserved
 * between threads.
 */
export type Read = (Omit<Table, 'rows'> & { rows: { kept: number; count: number } }) | { refused: string }

interface ReadingInput {
  path: string
  folder: string
  /** A counter that the thread increases: the kilobytes it has read. */
  seen: SharedArrayBuffer
}

const KILOBYTE = 1024

/** Reads a table in a thread of its own; the rows stay in the folder. */
export default async function read({ path, folder, seen }: ReadingInput): Promise<Read> {
  const count = new Int32Array(seen)
  try {
    const { rows, ...table } = await readTable(path, folder, (bytes) =>
      Atomics.store(count, 0, Math.ceil(bytes / KILOBYTE)),
    )
    return { ...table, rows: { kept: rows.kept, count: rows.count } }
  } catch (error) {
    if (error instanceof ImportRefused) return { refused: error.message }
    throw error
  }
}
