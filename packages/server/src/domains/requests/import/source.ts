import type { Db } from '../../../platform/call.ts'
import { sourcesKnowing, type KnownIn } from '../queries/import/requests.ts'
import { visibleLine } from './characters.ts'
import type { RowReader } from './rows/columns.ts'
import type { Table } from './file/file.ts'
import type { Kind } from './systems.ts'
import type { TableRow } from './file/table.ts'

/**
 * Derives the source of a file if none is given: the source its requests were imported from before, whatever the file
 * is called (keys that are only numbers occur everywhere, so titles have to match as well); otherwise the system that
 * made the file, unless another installation uses its numbers; otherwise the file's name.
 */
export function sourceFor(known: KnownIn[], kind: Kind | null, fileName: string): string {
  const own = ownerOf(known)
  if (own) return own
  const isFree = (source: string) => !known.some((one) => one.source === source)
  return kind !== null && isFree(kind) ? kind : visibleLine(fileName) || 'Файл'
}

/** The source that has the keys, with most of their titles equal. */
export function ownerOf(known: KnownIn[]): string | null {
  const [best] = known.filter(({ same, known: all }) => same > 0 && same * 2 >= all).toSorted((a, b) => b.same - a.same)
  return best?.source ?? null
}

/** Looks up the keys of a file's first rows among the existing requests, by source. */
export async function knownIn(db: Db, { rows }: Table, read: RowReader): Promise<KnownIn[]> {
  // The first part has a thousand rows, enough to identify the source.
  const first = await rows.parts().next()
  const part: TableRow[] = first.done ? [] : first.value
  const keysAndTitles = part.map(({ cells }) => ({
    key: visibleLine(read.one(cells, 'source_key') ?? ''),
    title: visibleLine(read.one(cells, 'e_title') ?? ''),
  }))
  return sourcesKnowing.all(db, { given: JSON.stringify(keysAndTitles) })
}
