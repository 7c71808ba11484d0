import { cutTo } from '@vypusk/contract'
import type { RowReader } from './columns.ts'

/** A file in another system that a row names by its address. */
export interface NamedFile {
  name: string
  url: string
  /** In bytes; null if unknown. */
  size: number | null
  /** Whether it was not visible to everybody. */
  isPrivate: boolean
}

const MOST = 50
const MOST_LETTERS = 200
const MOST_ADDRESS = 2000

/** Every file of a row, each address once. */
export function readFiles(cells: string[], rows: RowReader, isClosed: boolean): NamedFile[] {
  const of = (field: 'attachments' | 'private_attachments', isPrivate: boolean) =>
    rows.all(cells, field).flatMap((cell) => fileIn(cell).map((file) => ({ ...file, isPrivate })))
  const all = [...of('private_attachments', true), ...of('attachments', isClosed)]
  return [...new Map(all.toReversed().map((file) => [file.url, file])).values()].toReversed().slice(0, MOST)
}

/** Jira's `13/Mar/25 3:04 PM;jcarter;log.txt;https://…`, the same followed by a size, or only an address. */
function fileIn(cell: string): Omit<NamedFile, 'isPrivate'>[] {
  const parts = cell.split(';').map((part) => part.trim())
  const size = parts.length > 1 && /^\d{1,15}$/.test(parts.at(-1) ?? '') ? Number(parts.pop()) : null
  const url = parts.at(-1) ?? ''
  if (!/^https?:\/\//i.test(url) || url.length > MOST_ADDRESS || !URL.canParse(url)) return []
  const name = parts.length > 2 ? parts.at(-2) : decodedName(url)
  return [{ name: cutTo((name ?? '').replace(/\s+/g, ' ').trim(), MOST_LETTERS) || 'файл', url, size }]
}

function decodedName(url: string): string {
  const last = new URL(url).pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}
