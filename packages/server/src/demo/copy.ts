import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { head, type Row, type RowWriter, rowWriter, tail } from './binary.ts'

/** Loads rows into the database, table by table, in the order they were added. */
export interface Loader {
  /** Adds a row with its values in the order of the table's columns. */
  add(table: string, row: Row): void
  /** Sends collected rows. Resolves when more rows may be added, so that memory use stays constant. */
  breathe(): Promise<void>
  /** Sends all rows and waits until the database has them. */
  finish(): Promise<void>
}

/** Bytes collected before a table's rows are sent: the database allocates space for a thousand rows each time. */
const BATCH = 1 << 22
/** Batches that may wait for the database while more rows are generated. */
const QUEUE = 4

/**
 * Loads by binary COPY over one connection, inside its open transaction. The tables must have been truncated in it:
 * FREEZE leaves them as after a VACUUM, so index-only scans work from the start.
 */
export function copyLoader(
  client: pg.ClientBase,
  columns: Record<string, readonly string[]>,
  types: Record<string, readonly string[]>,
): Loader {
  const tables = new Map(Object.keys(columns).map((table) => [table, batch(rowWriter(types[table] ?? []))]))
  const queue = inTurn()
  const send = (table: string, bytes: Buffer) => queue.add(() => copy(client, table, columns[table] ?? [], bytes))
  return {
    add: (table, row) => {
      const gathered = tables.get(table)
      if (!gathered) throw new Error(`unknown table ${table}`)
      const full = gathered.add(row)
      if (full) send(table, full)
    },
    breathe: async () => {
      // Rows are generated without a pause; events of the connection are only handled here.
      await setImmediate()
      await queue.atMost(QUEUE)
    },
    finish: async () => {
      for (const [table, gathered] of tables) {
        const rest = gathered.take()
        if (rest.length > 0) send(table, rest)
      }
      await queue.atMost(0)
    },
  }
}

/** Runs work one piece after the other; after a failure, all that follows fails too. */
function inTurn() {
  const underWay: Promise<void>[] = []
  return {
    add: (work: () => Promise<void>) => {
      const before = underWay.at(-1)
      const done = (async () => {
        await before
        await work()
        void underWay.shift()
      })()
      underWay.push(done)
      // The next caller that waits gets the error; without this, a failure in between would end the process.
      done.catch(() => undefined)
    },
    /** Resolves when at most so many are in progress. */
    atMost: async (count: number) => {
      while (underWay.length > count) await underWay[0]
    },
  }
}

/** Rows as the bytes to be sent: each is encoded at once, so that nothing is held twice. */
function batch(rows: RowWriter) {
  let bytes = Buffer.alloc(0)
  let length = 0
  const take = () => {
    const taken = bytes.subarray(0, length + (length > 0 ? tail.copy(bytes, length) : 0))
    bytes = Buffer.alloc(0)
    length = 0
    return taken
  }
  return {
    /** Returns the batch collected so far if the row does not fit into it. */
    add: (row: Row): Buffer | undefined => {
      const room = rows.roomFor(row) + tail.length
      const full = length + room > bytes.length ? take() : undefined
      if (bytes.length === 0) {
        bytes = Buffer.allocUnsafe(Math.max(BATCH, head.length + room))
        length = head.copy(bytes)
      }
      length = rows.write(bytes, length, row)
      return full?.length ? full : undefined
    },
    take,
  }
}

async function copy(client: pg.ClientBase, table: string, columns: readonly string[], bytes: Buffer) {
  const names = columns.map((name) => `"${name}"`).join(', ')
  const stream = client.query(copyFrom(`copy "${table}" (${names}) from stdin with (format binary, freeze)`))
  const done = finished(stream)
  if (!stream.write(bytes)) await Promise.race([once(stream, 'drain'), done])
  stream.end()
  await done
}
