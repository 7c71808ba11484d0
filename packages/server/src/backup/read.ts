import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { finished, pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract, type ExtractEvents } from 'tar-stream'
import * as z from 'zod'
import {
  BackupError,
  CUT_OFF,
  damaged,
  END,
  ending,
  FILES_TABLE,
  MANIFEST,
  manifest,
  NEWER,
  NO_COPY,
} from './manifest.ts'
import type { Ending, Manifest } from './manifest.ts'
import { countingRows, namedFiles, type NamedFile } from './rows.ts'
import { firstDifferent, gatherSums, meter } from './sums.ts'

type Entry = ExtractEvents['entry'][1] & AsyncIterable<Uint8Array>

/** Handles the parts of a copy as they are read; each part has to be read to its end. */
export interface Visitor {
  manifest?(read: Manifest): Promise<void>
  /** A piece of a table: complete rows in COPY's text form. */
  table(name: string, columns: readonly string[], bytes: Readable): Promise<void>
  /** Called after the last row and before the first file. */
  rowsEnd?(): Promise<void>
  /** @param named what the rows contain about the file; undefined when no row names it */
  file(key: string, named: NamedFile | undefined, bytes: Readable): Promise<void>
}

/** The contents of a copy that was read to its end and is intact. */
export interface Contents {
  manifest: Manifest
  rows: number
  files: number
  /** Bytes of the files only. */
  bytes: number
  /** Files named by rows whose bytes are not in the copy. */
  missing: NamedFile[]
  /** Files whose bytes differ from the uploaded ones; they were already different when the copy was made. */
  altered: NamedFile[]
}

const PIECE = /^tables\/([^/]+)\/\d+$/
const STORED = /^files\/([0-9a-f-]{36})$/
const SUMS = /^sums\/\d+$/
/** Limit for parts that are read into memory. */
const MOST_BYTES = 256 * 1024 * 1024

async function readText(entry: Entry): Promise<string> {
  if ((entry.header.size ?? 0) > MOST_BYTES) throw damaged(entry.header.name)
  return (await buffer(entry)).toString()
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const NEWER_FORMAT = z.object({ format: z.number().min(3) })

function manifestOf(text: string): Manifest {
  const value = jsonOf(text)
  const read = manifest.safeParse(value)
  if (read.success) return read.data
  throw new BackupError(NEWER_FORMAT.safeParse(value).success ? NEWER : NO_COPY)
}

/** Progress in reading an archive. */
interface Reading {
  visitor: Visitor
  sums: ReturnType<typeof gatherSums>
  rows: ReturnType<typeof countingRows>
  files: ReturnType<typeof namedFiles>
  known?: Manifest
  areRowsRead: boolean
  stored: number
  bytes: number
  altered: NamedFile[]
  end?: Ending | undefined
}

const startReading = (visitor: Visitor): Reading => ({
  visitor,
  sums: gatherSums(),
  rows: countingRows(),
  files: namedFiles(),
  areRowsRead: false,
  stored: 0,
  bytes: 0,
  altered: [],
})

async function readFirst(reading: Reading, entry: Entry) {
  if (entry.header.name !== MANIFEST) throw new BackupError(NO_COPY)
  const text = await readText(entry)
  reading.known = manifestOf(text)
  reading.sums.add(MANIFEST, createHash('sha256').update(text).digest('hex'))
  await reading.visitor.manifest?.(reading.known)
}

async function readTable({ known, areRowsRead, visitor, sums, rows, files }: Reading, entry: Entry, table: string) {
  const columns = known?.tables.find(({ name }) => name === table)?.columns
  if (!columns || areRowsRead) throw damaged(entry.header.name)
  const measured = meter()
  const counted = rows.count(table, measured.through(entry))
  const watched = table === FILES_TABLE ? files.watch(columns, counted) : counted
  await visitor.table(table, columns, Readable.from(watched, { objectMode: false }))
  sums.add(entry.header.name, measured.sha256())
}

async function endRows(reading: Reading) {
  if (!reading.areRowsRead) await reading.visitor.rowsEnd?.()
  reading.areRowsRead = true
}

async function readFile(reading: Reading, entry: Entry, key: string) {
  await endRows(reading)
  const named = reading.files.take(key)
  const measured = meter()
  await reading.visitor.file(key, named, Readable.from(measured.through(entry), { objectMode: false }))
  const sha256 = measured.sha256()
  if (named && named.sha256 !== sha256) reading.altered.push(named)
  reading.sums.add(entry.header.name, sha256)
  reading.stored += 1
  reading.bytes += measured.size()
}

async function readSums({ sums }: Reading, entry: Entry) {
  const part = firstDifferent(sums.take(), await readText(entry))
  if (part) throw damaged(part)
}

/** Reads the next part and compares it with what the archive says about it. */
async function readPart(reading: Reading, entry: Entry): Promise<void> {
  const { name } = entry.header
  const [, table] = PIECE.exec(name) ?? []
  const [, key] = STORED.exec(name) ?? []
  if (!reading.known) return readFirst(reading, entry)
  if (reading.end) throw damaged(name)
  if (table) return readTable(reading, entry, table)
  if (key) return readFile(reading, entry, key)
  if (SUMS.test(name)) return readSums(reading, entry)
  if (name !== END) throw damaged(name)
  reading.end = ending.safeParse(jsonOf(await readText(entry))).data
}

async function endReading(reading: Reading): Promise<Contents> {
  const { known, end, sums, rows, stored: files, bytes, altered } = reading
  if (!known || !end || end.files !== files) throw new BackupError(CUT_OFF)
  const { tables } = known
  const found = { tables, rows: rows.all(), parts: sums.parts(), hasAllSums: sums.isEmpty(), sums: sums.digest() }
  if (known.format > 1) compare(end, found)
  await endRows(reading)
  return { manifest: known, rows: rows.sum(), files, bytes, missing: reading.files.left(), altered }
}

/** Reads to the end without keeping anything. */
export const readOn = (bytes: Readable): Promise<void> => finished(bytes.resume())

interface CopyContents {
  tables: Manifest['tables']
  rows: Record<string, number>
  parts: number
  /** Whether every part had its line in the sums. */
  hasAllSums: boolean
  sums: string
}

function compare(end: Ending, found: CopyContents) {
  if (!found.hasAllSums || end.parts !== found.parts || end.sums !== found.sums) throw damaged(END)
  const manifestRows = end.rows ?? {}
  if (Object.keys(manifestRows).length !== found.tables.length) throw damaged(END)
  for (const { name } of found.tables) {
    if ((found.rows[name] ?? 0) !== manifestRows[name]) throw damaged(`tables/${name}`)
  }
}

/**
 * Reads a copy to its end and verifies it on the way: the archive is complete, every part is unchanged, and the numbers
 * of rows and files are right. Copies of format 1 have no sums; for them only the archive's own check is made.
 * @throws BackupError when it is damaged or not a copy, and whatever the visitor throws
 */
export async function readArchive(source: Readable, visitor: Visitor): Promise<Contents> {
  const tar = extract()
  const reading = startReading(visitor)
  const unpacking = pipeline(source, createGunzip(), tar).then(
    () => undefined,
    (error: Error & { code?: string }) => error,
  )
  try {
    for await (const entry of tar) await readPart(reading, entry as Entry)
  } catch (error) {
    tar.destroy()
    const broken = await unpacking
    // When reading is stopped, the archive is closed before its end; any other fault of the archive came first.
    if (!broken || broken.code === 'ERR_STREAM_PREMATURE_CLOSE') throw error
    throw new BackupError(reading.known ? CUT_OFF : NO_COPY, { cause: error })
  }
  if (await unpacking) throw new BackupError(reading.known ? CUT_OFF : NO_COPY)
  return endReading(reading)
}
