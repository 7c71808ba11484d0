import { DAY_MS } from '@vypusk/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/call.ts'
import { cutTo } from '../../../platform/plain-text.ts'
import { cameIn } from '../../../platform/sql.ts'
import type { Transaction } from '../../../platform/transaction.ts'
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

interface Brought extends Omit<NamedFile, 'isPrivate'> {
  request_id: number
  internal: boolean
}

/** Stores the files that rows name; those named by an earlier file stay unchanged. */
export async function rememberFiles(tx: Transaction, files: Brought[]): Promise<void> {
  if (files.length === 0) return
  await sql`
    insert into imported_files (request_id, url, name, size, internal)
    select given.request_id, given.url, given.name, given.size, given.internal
    from jsonb_to_recordset(${JSON.stringify(files)}::jsonb)
      as given(request_id int, url text, name text, size bigint, internal boolean)
    on conflict (request_id, url) do nothing`.execute(tx)
}

/** After this many attempts that failed because of the file itself it is no longer fetched. */
export const MOST_TRIES = 6

export interface WaitingFile {
  id: number
  request_id: number
  url: string
  name: string
  size: number | null
  tries: number
}

/**
 * The files of a source that are not fetched yet and may be tried now: those that were never tried first, so that one
 * whose failure ends each run keeps no other from its turn. @param now ISO 8601
 */
export const waitingFiles = (db: Db, source: string, now: string, limit: number): Promise<WaitingFile[]> =>
  db
    .selectFrom('imported_files as f')
    .innerJoin('requests as q', 'q.id', 'f.request_id')
    .select(['f.id', 'f.request_id', 'f.url', 'f.name', 'f.size', 'f.tries'])
    .where('q.source', '=', source)
    .where('q.deleted_at', 'is', null)
    .where('f.file_id', 'is', null)
    .where('f.tries', '<', MOST_TRIES)
    .where((eb) => eb.or([eb('f.again_at', 'is', null), cameIn('f.again_at', now, DAY_MS)]))
    .orderBy('f.again_at', (order) => order.asc().nullsFirst())
    .orderBy('f.id')
    .limit(limit)
    .execute()

/** Links a fetched file. @returns false if another process was faster */
export async function noteFetched(tx: Transaction, id: number, file_id: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('imported_files')
    .set({ file_id, failure: null, again_at: null })
    .where('id', '=', id)
    .where('file_id', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

interface Unfetched {
  failure: string
  /** ISO 8601 */
  again_at: string
  /** Whether it counts as one of the attempts after which the file is given up. */
  isTry: boolean
}

/** Records why a file could not be fetched and when it is tried again; only failures of the file itself count as tries. */
export const noteUnfetched = (db: Db, id: number, { isTry, ...attempt }: Unfetched) =>
  db
    .updateTable('imported_files')
    .set((eb) => ({ ...attempt, tries: eb('tries', '+', isTry ? 1 : 0) }))
    .where('id', '=', id)
    .where('file_id', 'is', null)
    .execute()

/** Lets the files of a source that could not be fetched, those given up included, be tried again at once. */
export const forgetTries = (tx: Transaction, source: string) =>
  tx
    .updateTable('imported_files')
    .set({ tries: 0, again_at: null, failure: null })
    .where('file_id', 'is', null)
    .where('failure', 'is not', null)
    .where('request_id', 'in', (eb) =>
      eb.selectFrom('requests').select('id').where('source', '=', source).where('deleted_at', 'is', null),
    )
    .execute()

interface FilesOfSource {
  kept: number
  waiting: number
  /** The number of failures among waiting files and those given up. */
  failed: number
}

/** How many files of each source are fetched, and how many are not. */
export async function countFiles(db: Db): Promise<Map<string, FilesOfSource>> {
  const { rows } = await sql<FilesOfSource & { source: string }>`
    select q.source, count(f.file_id)::int as kept,
      count(*) filter (where f.file_id is null and f.tries < ${MOST_TRIES})::int as waiting,
      count(*) filter (where f.file_id is null and f.failure is not null)::int as failed
    from imported_files as f
    join requests as q on q.id = f.request_id and q.source is not null and q.deleted_at is null
    group by q.source`.execute(db)
  return new Map(rows.map(({ source, ...counts }) => [source, counts]))
}
