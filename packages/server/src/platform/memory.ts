import { randomBytes } from 'node:crypto'
import type { Db } from './database.ts'
import { askingAs } from './http/fair-share.ts'
import type { DB } from './db-types.gen.ts'
import { rememberOf } from './database/remembered-tables.ts'
import { fromPrimary } from './replica/reading.ts'

/**
 * A memory of small things from the database that every call needs, such as names and sessions. Tables announce their
 * changes (migration 0060), and every process then forgets what it has remembered of them (docs/decisions/0053).
 */

/** The PostgreSQL channel for notifications; the payload is the table's name. */
const MEMORY_CHANNEL = 'vypusk_memory'

export interface MemoryTimes {
  /** How often the connection is checked while the memory is in use. */
  proveMs: number
  /** How long after a check remembered data may be used. */
  soundMs: number
  /** How long something is remembered at most, in case its tables fail to announce a change. */
  mostMs: number
}
const TIMES: MemoryTimes = { proveMs: 1000, soundMs: 3000, mostMs: 60_000 }

interface Shelf {
  of: readonly (keyof DB)[]
  things: Map<string | number, unknown>
  since: number
  /** Incremented whenever something is forgotten: data read before that is not stored. */
  generation: number
}

/** The memory of one process for one database. */
export interface Memory {
  /** Handlers for the listening connection, by channel. */
  handlers: Record<string, (payload: string) => void>
  /** Called when the connection was lost or replaced, because notifications were missed meanwhile. */
  forgetAll(): void
  forget(table: string): void
  /** Calls this with each table of which a change is announced, after it was forgotten. */
  onChange(hear: (table: string) => void): void
  /** Whether remembered data may be used now; starts a check if one is due. */
  isSound(): boolean
  shelf(key: object, of: readonly (keyof DB)[]): Shelf
}

function createShelves(mostMs: number) {
  const shelves = new Map<object, Shelf>()
  const empty = (shelf: Shelf) => {
    // A new map, because callers that have the old one continue to use it.
    shelf.things = new Map()
    shelf.since = performance.now()
    shelf.generation += 1
  }
  return {
    emptyIf: (isMeant: (shelf: Shelf) => boolean) => [...shelves.values()].filter(isMeant).forEach(empty),
    get: (key: object, of: Shelf['of']): Shelf => {
      const shelf = shelves.get(key) ?? { of, things: new Map(), since: performance.now(), generation: 0 }
      shelves.set(key, shelf)
      if (performance.now() - shelf.since > mostMs) empty(shelf)
      return shelf
    },
  }
}

/**
 * @param notify sends a notification over the connections that data is read from: a listening connection that leads to
 *   another server does not receive it
 */
export function createMemory(
  notify: (channel: string, word: string) => Promise<unknown>,
  { proveMs, soundMs, mostMs }: MemoryTimes = TIMES,
): Memory {
  const own = `vypusk_proof_${randomBytes(8).toString('hex')}`
  const shelves = createShelves(mostMs)
  let [proofSentAt, provedAt] = [-Infinity, -Infinity]
  const prove = (now: number) => {
    proofSentAt = now
    // If notifications cannot be sent, nothing is remembered. The error itself shows when data is read.
    askingAs('memory', () => fromPrimary(() => notify(own, String(now)))).catch(() => undefined)
  }
  const hearers: ((table: string) => void)[] = []
  const forget = (table: string) => shelves.emptyIf(({ of }) => (of as readonly string[]).includes(table))
  return {
    handlers: {
      [MEMORY_CHANNEL]: (table) => {
        forget(table)
        hearers.forEach((hear) => hear(table))
      },
      // Everything committed before the check was sent has been announced before it.
      [own]: (payload) => void (provedAt = Math.max(provedAt, Number(payload))),
    },
    forget,
    onChange: (hear) => void hearers.push(hear),
    forgetAll: () => {
      provedAt = -Infinity
      shelves.emptyIf(() => true)
    },
    isSound: () => {
      const now = performance.now()
      if (now - proofSentAt >= proveMs) prove(now)
      return now - provedAt < soundMs
    },
    shelf: shelves.get,
  }
}

/** A database and its transactions share an adapter. */
const memories = new WeakMap<object, Memory>()
const adapterOf = (db: Db) => db.getExecutor().adapter

/** Uses this memory for the database and its transactions. */
export const rememberBy = (db: Db, memory: Memory) => void memories.set(adapterOf(db), memory)

interface Remembering {
  /** The tables it is read from: when one of them changes, everything is forgotten. */
  of: readonly (keyof DB)[]
  /** Statements on one of these tables that do not change what is remembered. */
  unless?: Partial<Record<keyof DB, RegExp>>
  /** The most things to remember. */
  most?: number
}

/**
 * What is remembered, by key. It cannot be gone through, because it may hold more than was asked for: what another
 * caller asked for, who may know of other things.
 */
export type Remembered<Key, Thing> = Pick<ReadonlyMap<Key, Thing>, 'get' | 'has'>

/**
 * Remembers things by key and reads missing ones from the database. A transaction that changes them reads them itself:
 * only committed data is remembered.
 * @returns a function whose map has at least the requested things, as far as they exist
 */
export function remembered<Key extends string | number, Thing>(
  { of, unless = {}, most = 20_000 }: Remembering,
  read: (db: Db, keys: Key[]) => Promise<readonly (readonly [Key, Thing])[]>,
): (db: Db, keys: Iterable<Key>) => Promise<Remembered<Key, Thing>> {
  for (const table of of) rememberOf(table, unless[table])
  return async (db, keys) => {
    const memory = memories.get(adapterOf(db))
    if (!memory?.isSound()) return new Map(await fromPrimary(() => read(db, [...new Set(keys)])))
    const shelf = memory.shelf(read, of)
    const { generation } = shelf
    const known = shelf.things as Map<Key, Thing>
    const payload = Array.isArray(keys) ? (keys as Key[]) : [...keys]
    if (payload.every((key) => known.has(key))) return known
    const missing = [...new Set(payload.filter((key) => !known.has(key)))]
    // Copied before the query, because the shelf may be emptied meanwhile.
    const had = payload.flatMap((key) => (known.has(key) ? [[key, known.get(key) as Thing] as const] : []))
    // Read from the primary only: a change may be announced before a replica has it.
    const found = await fromPrimary(() => read(db, missing))
    if (!db.isTransaction && shelf.generation === generation) keep(shelf, found, most)
    return new Map([...had, ...found])
  }
}

/** The same for something read as a whole, such as a list. Callers must not modify it. */
export function rememberedWhole<Whole>(
  of: readonly (keyof DB)[],
  read: (db: Db) => Promise<Whole>,
): (db: Db) => Promise<Whole> {
  const wholes = remembered({ of }, async (db, _: 'whole'[]) => [['whole', await read(db)] as const])
  return async (db) => (await wholes(db, ['whole'])).get('whole') as Whole
}

function keep(shelf: Shelf, found: readonly (readonly [string | number, unknown])[], most: number) {
  if (shelf.things.size + found.length > most) shelf.things = new Map()
  for (const [key, thing] of found.slice(0, most)) shelf.things.set(key, thing)
}
