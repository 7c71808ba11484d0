import { sql, type Compilable, type RawBuilder } from 'kysely'
import type { Db } from '../database.ts'
import { goingOn, readingNow, type Reading } from '../replica/reading.ts'
import { ReplicaLost } from '../replica/routing.ts'

/** Rows of one part: some hundred kilobytes, few enough not to delay other calls, and enough for few statements. */
const AT_ONCE = 1000

interface InParts<Part> {
  /** Selects the ids of all rows, in the order in which to read them. */
  all: (snapshot: Db) => Compilable<{ id: number }> | RawBuilder<{ id: number }>
  /** Reads the rows with the given ids, in the same order. */
  each: (snapshot: Db, ids: number[]) => Promise<Part>
}

/**
 * Reads any number of rows part by part through a cursor of the database, all in one snapshot. Uses a connection until
 * the last part is read or the reader leaves. If the replica is lost meanwhile, the rows not yet returned are read from
 * the primary, in a new snapshot.
 * @returns null as soon as the database has accepted the query, and then the parts
 */
export function readInParts<Part>(db: Db, parts: InParts<Part>): AsyncGenerator<Part | null> {
  // Looked up now: the parts are read while the workbook is sent, after the call has returned.
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
  /** Ids of the rows returned so far, one array for each part; recorded only while a replica is read. */
  given: Int32Array[]
  /** Ids of the rows that were returned before the replica was lost, which are skipped. */
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
    const query = all(snapshot) as RawBuilder<unknown>
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
