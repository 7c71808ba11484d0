import { once } from 'node:events'
import { pipeline } from 'node:stream/promises'
import { Readable, type Writable } from 'node:stream'
import { createHash } from 'node:crypto'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { pack, type Pack } from 'tar-stream'
import { momentOf, today, type Clock } from '../platform/clock.ts'
import { migrationsOf } from '../platform/database/state.ts'
import type { FileStore } from '../platform/external/file-store.ts'
import { liftLimits } from '../platform/database/long-work.ts'
import { END, MANIFEST, ROW_END, type Ending, type Manifest } from './manifest.ts'
import { countingRows, type NamedFile } from './rows.ts'
import { columnList, quoted, tablesOf } from './schema.ts'
import { gatherSums, meter } from './sums.ts'

interface BackupOptions {
  config: pg.ClientConfig
  store: FileStore
  clock: Clock
  version: string
}

/** The result of a backup, with what could not be included completely. */
export interface BackupSummary {
  files: number
  /** Files whose bytes are not in the store. */
  missing: NamedFile[]
}

/** Bytes of a table collected before they become a part: tar needs the size in advance. */
const PIECE = 4 * 1024 * 1024

/** Writes parts, and from time to time the sums of the preceding ones. */
function partsWriter(tar: Pack) {
  const sums = gatherSums()
  let sheets = 0
  const write = (name: string, bytes: Buffer | string) =>
    new Promise<void>((resolve, reject) => {
      tar.entry({ name }, bytes, (error) => (error ? reject(error) : resolve()))
    })
  const writeSums = () => write(`sums/${(sheets += 1)}`, sums.take().join(''))
  const added = async (name: string, sha256: string) => {
    sums.add(name, sha256)
    if (sums.isEnough()) await writeSums()
  }
  return {
    async add(name: string, bytes: Buffer) {
      await write(name, bytes)
      await added(name, createHash('sha256').update(bytes).digest('hex'))
    },
    async stream(name: string, size: number, bytes: Readable) {
      const measured = meter()
      await pipeline(Readable.from(measured.through(bytes), { objectMode: false }), tar.entry({ name, size }))
      await added(name, measured.sha256())
    },
    async end(counted: Pick<Ending, 'files' | 'rows'>) {
      if (!sums.isEmpty()) await writeSums()
      await write(END, JSON.stringify({ ...counted, parts: sums.parts(), sums: sums.digest() } satisfies Ending))
      tar.finalize()
    },
  }
}
type Parts = ReturnType<typeof partsWriter>

async function addTable(client: pg.Client, parts: Parts, { name, columns }: Manifest['tables'][number]) {
  const rows = countingRows()
  let gathered: Buffer[] = []
  let size = 0
  let number = 0
  const gather = (bytes: Buffer) => {
    gathered.push(bytes)
    size += bytes.length
  }
  /** Writes complete rows and keeps the beginning of the next one. */
  const send = async () => {
    const bytes = Buffer.concat(gathered)
    const end = bytes.lastIndexOf(ROW_END) + 1
    if (end > 0) await parts.add(`tables/${name}/${(number += 1)}`, bytes.subarray(0, end))
    gathered = []
    size = 0
    gather(bytes.subarray(end))
  }
  const copied = client.query(copyTo(`copy ${quoted(name)} (${columnList(columns)}) to stdout`))
  for await (const part of rows.count(name, copied)) {
    gather(part as Buffer)
    if (size >= PIECE) await send()
  }
  await send()
  return rows.sum()
}

/** @returns a stream that is known to be readable, or undefined */
async function openFile(store: FileStore, key: string) {
  const found = await store.stat(key)
  if (!found) return undefined
  const bytes = store.get(key)
  try {
    await once(bytes, 'readable')
  } catch (error) {
    bytes.destroy()
    if (await store.stat(key)) throw error
    return undefined
  }
  return { size: found.size, bytes }
}

const FILES = `select storage_key as key, file_name, size::float8 as size, sha256
  from files where deleted_at is null order by id`

async function addFiles(parts: Parts, store: FileStore, files: NamedFile[]): Promise<BackupSummary> {
  const missing: NamedFile[] = []
  for (const file of files) {
    const found = await openFile(store, file.key)
    if (found) await parts.stream(`files/${file.key}`, found.size, found.bytes)
    else missing.push(file)
  }
  return { files: files.length - missing.length, missing }
}

const HEAD = `select to_char(day, 'YYYY-MM-DD') as day, chains, encode(hash, 'hex') as hash
  from daily_heads where daily_heads.day <= $1 order by seq desc limit 1`

async function fill(client: pg.Client, tar: Pack, { store, clock, version }: BackupOptions): Promise<BackupSummary> {
  const tables = await tablesOf(client)
  const migrations = await migrationsOf(client)
  const { rows: heads } = await client.query<NonNullable<Manifest['head']>>(HEAD, [today(clock)])
  const manifest: Manifest = { format: 2, version, made_at: momentOf(clock), migrations, tables, head: heads[0] }
  const parts = partsWriter(tar)
  await parts.add(MANIFEST, Buffer.from(JSON.stringify(manifest)))
  const rows: Record<string, number> = {}
  for (const table of tables) rows[table.name] = await addTable(client, parts, table)
  const { rows: files } = await client.query<NamedFile>(FILES)
  // The bytes of files take hours and never change. A snapshot held until then would keep the database from clearing up,
  // and the building of an index waiting.
  await client.query('commit')
  const written = await addFiles(parts, store, files)
  await parts.end({ files: written.files, rows })
  return written
}

async function connected<Result>(config: pg.ClientConfig, work: (client: pg.Client) => Promise<Result>) {
  const client = new pg.Client(config)
  client.on('error', () => {})
  await client.connect()
  return work(client).finally(() => client.end())
}

const STILL_NAMED = 'select storage_key as key from files where storage_key = any($1) and deleted_at is null'

/** Files that were deleted by people or by the nightly clean-up while the backup was made are not missing. */
async function withoutDeleted(config: pg.ClientConfig, missing: NamedFile[]): Promise<NamedFile[]> {
  if (missing.length === 0) return []
  const { rows } = await connected(config, (client) =>
    client.query<{ key: string }>(STILL_NAMED, [missing.map(({ key }) => key)]),
  )
  const named = new Set(rows.map(({ key }) => key))
  return missing.filter(({ key }) => named.has(key))
}

/**
 * Writes a consistent backup while people go on working: the tables from one snapshot, then the bytes of the files that
 * it names. Memory use is that of one piece.
 */
export async function writeBackup(options: BackupOptions, out: Writable): Promise<BackupSummary> {
  const summary = await connected(options.config, async (client) => {
    await client.query('begin isolation level repeatable read read only')
    await liftLimits(client, 'transaction')
    const tar = pack()
    const written = pipeline(tar, createGzip({ level: 4 }), out)
    const filled = fill(client, tar, options).catch((error: Error) => {
      tar.destroy(error)
      throw error
    })
    const [made] = await Promise.all([filled, written])
    return made
  })
  // Over a connection of its own: the first one may have been closed while it was not needed.
  return { ...summary, missing: await withoutDeleted(options.config, summary.missing) }
}
