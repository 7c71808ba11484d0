import { pipeline } from 'node:stream/promises'
import type { Writable } from 'node:stream'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { pack, type Pack } from 'tar-stream'
import { momentOf, type Clock } from '../platform/clock.ts'
import { migrationsOf } from '../platform/database-state.ts'
import type { FileStore } from '../platform/file-store.ts'
import { END, MANIFEST, type Manifest } from './manifest.ts'
import { columnList, quoted, tablesOf } from './schema.ts'

interface Given {
  config: pg.ClientConfig
  store: FileStore
  clock: Clock
  version: string
}

/** Bytes of a table gathered before they become an entry: a tar wants to know the size first. */
const PIECE = 4 * 1024 * 1024

const addBytes = (tar: Pack, name: string, bytes: Buffer) =>
  new Promise<void>((resolve, reject) => {
    tar.entry({ name }, bytes, (error) => (error ? reject(error) : resolve()))
  })

/** Of COPY in text form: a line's end inside a value is escaped. */
const ROW_END = 0x0a

async function addTable(client: pg.Client, tar: Pack, { name, columns }: Manifest['tables'][number]) {
  let gathered: Buffer[] = []
  let size = 0
  let number = 0
  const gather = (bytes: Buffer) => {
    gathered.push(bytes)
    size += bytes.length
  }
  /** Sends whole rows and keeps the beginning of the next. */
  const send = async () => {
    const bytes = Buffer.concat(gathered)
    const end = bytes.lastIndexOf(ROW_END) + 1
    if (end > 0) await addBytes(tar, `tables/${name}/${(number += 1)}`, bytes.subarray(0, end))
    gathered = []
    size = 0
    gather(bytes.subarray(end))
  }
  for await (const part of client.query(copyTo(`copy ${quoted(name)} (${columnList(columns)}) to stdout`))) {
    gather(part as Buffer)
    if (size >= PIECE) await send()
  }
  await send()
}

/** @returns whether the bytes were there: a file taken away meanwhile is gone for good */
async function addFile(tar: Pack, store: FileStore, key: string): Promise<boolean> {
  const found = await store.stat(key)
  if (!found) return false
  const entry = tar.entry({ name: `files/${key}`, size: found.size })
  await pipeline(store.get(key), entry)
  return true
}

async function fill(client: pg.Client, tar: Pack, { store, clock, version }: Given) {
  const tables = await tablesOf(client)
  const migrations = await migrationsOf(client)
  const manifest: Manifest = { format: 1, version, made_at: momentOf(clock), migrations, tables }
  await addBytes(tar, MANIFEST, Buffer.from(JSON.stringify(manifest)))
  for (const table of tables) await addTable(client, tar, table)
  const { rows } = await client.query<{ storage_key: string }>('select storage_key from files order by id')
  let files = 0
  for (const { storage_key } of rows) if (await addFile(tar, store, storage_key)) files += 1
  await addBytes(tar, END, Buffer.from(JSON.stringify({ files })))
  tar.finalize()
  return { tables: tables.length, files }
}

/**
 * Writes everything there is, as it stood at one moment, while people go on working: the tables by one
 * snapshot, then the bytes of the files that it names. Memory stays that of one piece.
 */
export async function writeBackup(given: Given, out: Writable): Promise<{ tables: number; files: number }> {
  const client = new pg.Client(given.config)
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const tar = pack()
    const written = pipeline(tar, createGzip({ level: 4 }), out)
    const filled = fill(client, tar, given).catch((error: Error) => {
      tar.destroy(error)
      throw error
    })
    const [said] = await Promise.all([filled, written])
    return said
  } finally {
    await client.end()
  }
}
