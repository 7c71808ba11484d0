import { sql, type Compilable, type RawBuilder } from 'kysely'
import type { Db } from './database.ts'
import { goingOn, readingNow, type Reading } from './replica/reading.ts'
import { ReplicaLost } from './replica/routing.ts'

/** Rows of one part: some hundred kilobytes, few enough not to delay other calls. */
const AT_ONCE = 500

interface InParts<Part> {
  /** What to go through, in its order. */
  all: (snapshot: Db) => Compilable<{ id: number }>
  /** The rows of some of it, in the same order. */
  each: (snapshot: Db, ids: number[]) => Promise<Part>
}

/**
 * Reads any number of rows part by part through a cursor of the database, everything as it stood at
 * one moment. Takes a connection until the last part is read or the reader leaves. A replica that is lost meanwhile is
 * made good by the primary: what had not been read of it yet is read as it stands there.
 * @returns null as soon as the database has accepted the query, and then the parts
 */
export function readInParts<Part>(db: Db, parts: InParts<Part>): AsyncGenerator<Part | null> {
  // A book is read while it is sent, after its call has answered.
  return read(db, parts, readingNow())
}

async function* read<Part>(db: Db, parts: InParts<Part>, reading: Reading | undefined): AsyncGenerator<Part | null> {
  const given: Int32Array[] = []
  try {
    yield* snapshotParts(db, parts, { reading, given, done: new Set() })
  } catch (error) {
    if (!(error instanceof ReplicaLost)) throw error
    yield* snapshotParts(db, parts, { reading: undefined, given, done: new Set(given.flatMap((ids) => [...ids])) })
  }
}

interface Progress {
  reading: Reading | undefined
  /** Ids of the rows to return. */
  given: Int32Array[]
  /** Number of earlier rows. */
  done: ReadonlySet<number>
}

async function* snapshotParts<Part>(
  db: Db,
  { all, each }: InParts<Part>,
  { reading, given, done }: Progress,
): AsyncGenerator<Part | null> {
  const beginning = db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  const opened = await goingOn(reading, () => beginning.execute())
  // Cast without comparing: the types are similar, but checking that takes the compiler long (transaction.ts).
  const snapshot = opened as unknown as Db
  try {
    const query = all(snapshot) as unknown as RawBuilder<unknown>
    await sql`declare parts no scroll cursor for ${query}`.execute(snapshot)
    yield null
    for (;;) {
      const { rows } = await sql<{ id: number }>`fetch ${sql.lit(AT_ONCE)} from parts`.execute(snapshot)
      if (rows.length === 0) return
      const ids = rows.map(({ id }) => id).filter((id) => !done.has(id))
      if (ids.length === 0) continue
      const found = await each(snapshot, ids)
      if (reading) given.push(Int32Array.from(ids))
      yield found
    }
  } finally {
    await opened.rollback().execute()
  }
}
