import { randomBytes } from 'node:crypto'
import type { Db } from './database.ts'
import { askingAs } from './fair-share.ts'
import type { DB } from './db-types.gen.ts'
import { rememberOf } from './remembered-tables.ts'
import { fromPrimary } from './replica/reading.ts'

/**
 * What the process remembers of the database: small things that every call asks for, such as names and sessions. A table
 * says that it was changed (migration 0060), and every process forgets what it had of it (docs/decisions/0053).
 */

/** Channel of the notification; its payload is the table. */
const MEMORY_CHANNEL = 'vypusk_memory'

export interface MemoryTimes {
  /** While something is asked of the memory the line is proved so often. */
  proveMs: number
  /** So long after a proof what is remembered counts. */
  soundMs: number
  /** So long a thing is remembered, whatever is heard: what the tables do not tell of heals itself. */
  mostMs: number
}
const TIMES: MemoryTimes = { proveMs: 1000, soundMs: 3000, mostMs: 60_000 }

interface Shelf {
  of: readonly (keyof DB)[]
  things: Map<string | number, unknown>
  since: number
  /** Raised whenever something is forgotten: what was read before that is not kept. */
  generation: number
}

/** One process's memory of one database. */
export interface Memory {
  /** What is heard on the line that listens: by channel. */
  handlers: Record<string, (payload: string) => void>
  /** The line is gone or new: what was told of meanwhile was missed. */
  forgetAll(): void
  forget(table: string): void
  /** Whether what is remembered counts now; sees to it that it does soon. */
  isSound(): boolean
  shelf(key: object, of: readonly (keyof DB)[]): Shelf
}

function createShelves(mostMs: number) {
  const shelves = new Map<object, Shelf>()
  const empty = (shelf: Shelf) => {
    // A new map: whoever has just been given the old one goes on with it.
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
 * @param notify notifies by the connections that data comes from: a line that leads elsewhere than they do hears nothing
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
    // Where nothing can be told, nothing is remembered; what is the matter is said by whoever asks for data.
    askingAs('memory', () => fromPrimary(() => notify(own, String(now)))).catch(() => undefined)
  }
  const forget = (table: string) => shelves.emptyIf(({ of }) => (of as readonly string[]).includes(table))
  return {
    handlers: {
      [MEMORY_CHANNEL]: forget,
      // Whatever was committed before the proof was asked for has been heard before it.
      [own]: (payload) => void (provedAt = Math.max(provedAt, Number(payload))),
    },
    forget,
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

/** A database and its transactions have one adapter. */
const memories = new WeakMap<object, Memory>()
const adapterOf = (db: Db) => db.getExecutor().adapter

/** Whatever is asked by this database and its transactions is remembered here. */
export const rememberBy = (db: Db, memory: Memory) => void memories.set(adapterOf(db), memory)

interface Remembering {
  /** What it is read from: when one of these changes, all is forgotten. */
  of: readonly (keyof DB)[]
  /** Statements on one of them that change nothing of it. */
  unless?: Partial<Record<keyof DB, RegExp>>
  /** More things are not kept at once. */
  most?: number
}

/**
 * Things by their keys, read from the database when they are not remembered. A transaction that changes one reads it
 * itself: only what is committed is remembered.
 * @returns a function whose map has at least the things asked for, as far as they are there
 */
export function remembered<Key extends string | number, Thing>(
  { of, unless = {}, most = 20_000 }: Remembering,
  read: (db: Db, keys: Key[]) => Promise<readonly (readonly [Key, Thing])[]>,
): (db: Db, keys: Iterable<Key>) => Promise<ReadonlyMap<Key, Thing>> {
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
    // Taken before the database is asked: the shelf may be emptied meanwhile.
    const had = payload.flatMap((key) => (known.has(key) ? [[key, known.get(key) as Thing] as const] : []))
    // What is kept is of the primary: a word that it was changed may come before a replica has the change.
    const found = await fromPrimary(() => read(db, missing))
    if (!db.isTransaction && shelf.generation === generation) keep(shelf, found, most)
    return new Map([...had, ...found])
  }
}

/** The same of what is read whole, such as a list; whoever gets it leaves it as it is. */
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
