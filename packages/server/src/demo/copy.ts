import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

export type Value = string | number | boolean | null | undefined | readonly (string | number)[]
export type Row = readonly Value[]

/** Rows on their way into the database, table by table, in the order they were given. */
export interface Loader {
  /** Takes a row's values in the order of the table's columns given at the start. */
  add(table: string, row: Row): void
  /** Sends what has gathered; resolves when the next rows may be made, so memory stays steady. */
  breathe(): Promise<void>
  /** Sends everything and waits until the database has it. */
  finish(): Promise<void>
}

/** Bytes gathered before a table's rows are sent. */
const BATCH = 1 << 18
/** Batches waiting for the database while the next rows are made. */
const QUEUE = 8
/** Bytes of UTF-8 that one unit of a string takes at most. */
const WIDEST = 3
const SPECIAL = /[\\\n\r\t]/
const ESCAPED: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/**
 * Loads by COPY in text form over one connection inside its open transaction. The tables must have
 * been truncated in it: FREEZE leaves them as after a VACUUM, so index-only scans work from the start.
 */
export function copyLoader(client: pg.ClientBase, columns: Record<string, readonly string[]>): Loader {
  const tables = new Map(Object.keys(columns).map((table) => [table, batch()]))
  let sending: Promise<void> = Promise.resolve()
  let underWay = 0

  const send = (table: string, bytes: Buffer) => {
    underWay++
    sending = sending.then(() => copy(client, table, columns[table] ?? [], bytes)).then(() => void underWay--)
    // Heard by whoever awaits next; without this a failure in between would end the process.
    sending.catch(() => undefined)
  }
  return {
    add: (table, row) => {
      const gathered = tables.get(table)
      if (!gathered) throw new Error(`unknown table ${table}`)
      const full = gathered.add(lineOf(row))
      if (full) send(table, full)
    },
    breathe: async () => {
      // Rows are made without a pause; only here do the connection's own events get their turn.
      await setImmediate()
      if (underWay > QUEUE) await sending
    },
    finish: async () => {
      for (const [table, gathered] of tables) {
        const rest = gathered.take()
        if (rest.length > 0) send(table, rest)
      }
      await sending
    },
  }
}

/** Lines as the bytes they are sent in: each is written down at once, so that no long string is ever built. */
function batch() {
  let bytes = Buffer.alloc(0)
  let length = 0
  const take = () => {
    const taken = bytes.subarray(0, length)
    bytes = Buffer.alloc(0)
    length = 0
    return taken
  }
  return {
    /** What had gathered before, when the line no longer fits beside it. */
    add: (line: string): Buffer | undefined => {
      const room = line.length * WIDEST
      const full = length + room > bytes.length ? take() : undefined
      if (bytes.length === 0) bytes = Buffer.allocUnsafe(Math.max(BATCH, room))
      length += bytes.write(line, length)
      return full?.length ? full : undefined
    },
    take,
  }
}

async function copy(client: pg.ClientBase, table: string, columns: readonly string[], bytes: Buffer) {
  const names = columns.map((name) => `"${name}"`).join(', ')
  const stream = client.query(copyFrom(`copy "${table}" (${names}) from stdin with (freeze)`))
  const done = finished(stream)
  if (!stream.write(bytes)) await Promise.race([once(stream, 'drain'), done])
  stream.end()
  await done
}

function lineOf(row: Row): string {
  let line = field(row[0])
  for (let index = 1; index < row.length; index++) line += `\t${field(row[index])}`
  return `${line}\n`
}

function field(value: Value): string {
  if (typeof value === 'string') return escape(value)
  if (value === null || value === undefined) return '\\N'
  return typeof value === 'object' ? escape(arrayText(value)) : String(value)
}

const escape = (text: string) =>
  SPECIAL.test(text) ? text.replace(/[\\\n\r\t]/g, (sign) => ESCAPED[sign] ?? sign) : text

const arrayText = (list: readonly (string | number)[]) =>
  `{${list.map((item) => (typeof item === 'number' ? item : JSON.stringify(item))).join(',')}}`
