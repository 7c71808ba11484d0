import { readTable, type Table } from './file.ts'
import { ImportRefused } from './refused.ts'

/** A table without its rows, or why the file is none: classes do not travel between threads. */
export type Read = (Omit<Table, 'rows'> & { rows: { kept: number; count: number } }) | { refused: string }

/** In a thread of its own; the rows stay in the folder. */
export default async function read({ path, folder }: { path: string; folder: string }): Promise<Read> {
  try {
    const { rows, ...table } = await readTable(path, folder)
    return { ...table, rows: { kept: rows.kept, count: rows.count } }
  } catch (error) {
    if (error instanceof ImportRefused) return { refused: error.message }
    throw error
  }
}
