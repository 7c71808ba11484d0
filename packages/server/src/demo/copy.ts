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

/** Characters gathered before a table's rows are sent. */
const BATCH = 1 << 18
/** Batches waiting for the database while the next rows are made. */
const QUEUE = 8
const ESCAPED: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

interface Gathered {
  lines: string[]
  length: number
}

/**
 * Loads by COPY in text form over one connection inside its open transaction. The tables must have
 * been truncated in it: FREEZE leaves them as after a VACUUM, so index-only scans work from the start.
 */
export function copyLoader(client: pg.ClientBase, columns: Record<string, readonly string[]>): Loader {
  const tables = new Map<string, Gathered>(Object.keys(columns).map((table) => [table, { lines: [], length: 0 }]))
  let sending: Promise<void> = Promise.resolve()
  let underWay = 0

  const send = (table: string, gathered: Gathered) => {
    const text = gathered.lines.join('')
    tables.set(table, { lines: [], length: 0 })
    underWay++
    sending = sending.then(() => copy(client, table, columns[table] ?? [], text)).then(() => void underWay--)
    // Heard by whoever awaits next; without this a failure in between would end the process.
    sending.catch(() => undefined)
  }
  return {
    add: (table, row) => {
      const gathered = tables.get(table)
      if (!gathered) throw new Error(`unknown table ${table}`)
      const text = `${row.map(field).join('\t')}\n`
      gathered.lines.push(text)
      gathered.length += text.length
    },
    breathe: async () => {
      for (const [table, gathered] of tables) if (gathered.length > BATCH) send(table, gathered)
      // Rows are made without a pause; only here do the connection's own events get their turn.
      await setImmediate()
      if (underWay > QUEUE) await sending
    },
    finish: async () => {
      for (const [table, gathered] of tables) if (gathered.length > 0) send(table, gathered)
      await sending
    },
  }
}

async function copy(client: pg.ClientBase, table: string, columns: readonly string[], text: string) {
  const names = columns.map((name) => `"${name}"`).join(', ')
  const stream = client.query(copyFrom(`copy "${table}" (${names}) from stdin with (freeze)`))
  const done = finished(stream)
  if (!stream.write(text)) await Promise.race([once(stream, 'drain'), done])
  stream.end()
  await done
}

function field(value: Value): string {
  if (value === null || value === undefined) return '\\N'
  if (typeof value === 'string') return escape(value)
  if (typeof value === 'object') return escape(arrayText(value))
  return String(value)
}

const escape = (text: string) =>
  /[\\\n\r\t]/.test(text) ? text.replace(/[\\\n\r\t]/g, (sign) => ESCAPED[sign] ?? sign) : text

const arrayText = (list: readonly (string | number)[]) =>
  `{${list.map((item) => (typeof item === 'number' ? item : JSON.stringify(item))).join(',')}}`
