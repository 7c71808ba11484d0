import { cutName } from '@vypusk/contract'
import { visibleLine } from '../characters.ts'
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

const isWeb = (text: string) => /^\s*https?:\/\//i.test(text)

/** Every file of a row, each address once. */
export function readFiles(cells: string[], rows: RowReader, isClosed: boolean): NamedFile[] {
  const of = (field: 'attachments' | 'private_attachments', isPrivate: boolean) =>
    rows.all(cells, field).flatMap((cell) => fileIn(cell).map((file) => ({ ...file, isPrivate })))
  const all = [...of('private_attachments', true), ...of('attachments', isClosed)]
  return [...new Map(all.toReversed().map((file) => [file.url, file])).values()].toReversed().slice(0, MOST)
}

/** Jira's `13/Mar/25 3:04 PM;jcarter;log.txt;https://…`, the same followed by a size, or only an address. */
function fileIn(cell: string): Omit<NamedFile, 'isPrivate'>[] {
  const parts = cell.split(';')
  const size = parts.length > 1 && /^\s*\d{1,15}\s*$/.test(parts.at(-1) ?? '') ? Number(parts.pop()) : null
  const url = (parts.pop() ?? '').trim()
  if (!isWeb(url) || url.length > MOST_ADDRESS || !URL.canParse(url)) return []
  const name = visibleLine(parts.length > 1 ? nameAfter(parts) : decodedName(url))
  return [{ name: cutName(name, MOST_LETTERS) || 'файл', url, size }]
}

/** The name after the time and the author, with the semicolons that it has itself. */
function nameAfter(parts: string[]): string {
  const first = Math.max(Math.min(2, parts.length - 1), parts.findLastIndex(isWeb) + 1)
  return parts.slice(first).join(';')
}

function decodedName(url: string): string {
  const last = new URL(url).pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}
