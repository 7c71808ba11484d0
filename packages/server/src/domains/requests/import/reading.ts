import { runApart } from '../../../platform/workers.ts'
import { ROWS, type Table } from './file.ts'
import { ImportRefused } from './refused.ts'
import { spooled } from './spool.ts'
import type { Read } from './reading-apart.ts'

const APART = new URL('./reading-apart.ts', import.meta.url)
/** The largest file a screen sends takes a minute. */
const MOST_MS = 5 * 60_000

/**
 * A file as a table, read in another thread: its rows come back by the folder they are kept in.
 * @throws ImportRefused when it is no table, or one too large
 */
export async function readApart(path: string, folder: string): Promise<Table> {
  const read = await runApart<Read>(APART, { path, folder }, MOST_MS)
  if ('refused' in read) throw new ImportRefused(read.refused)
  const { rows, ...table } = read
  return { ...table, rows: spooled(folder, ROWS, rows) }
}
