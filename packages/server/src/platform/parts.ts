import { sql, type Compilable, type RawBuilder } from 'kysely'
import type { Db } from './database.ts'
import { goingOn, readingNow, type Reading } from './replica/reading.ts'
import { ReplicaLost } from './replica/routing.ts'

/** Rows in a part: a few hundred kilobytes. */
const AT_ONCE = 1000

interface InParts<Row> {
  /** Selects the ids to go through, in order. */
  all: (snapshot: Db) => Compilable<{ id: number }>
  /** Reads the rows for some of the ids, in the same order. */
  each: (snapshot: Db, ids: number[]) => Promise<Row[]>
}

/**
 * Reads any number of rows part by part through a database cursor, all from one snapshot. Uses a connection until the
 * last part is read or the reader stops. If a replica is lost meanwhile, the remaining rows are read from the primary
 * as they are there.
 */
export function readInParts<Row>(db: Db, parts: InParts<Row>): AsyncGenerator<Row[]> {
  // A workbook is read while it is sent, when its call has already returned.
  return read(db, parts, readingNow())
}

async function* read<Row>(db: Db, parts: InParts<Row>, reading: Reading | undefined): AsyncGenerator<Row[]> {
  const done = new Set<number>()
  try {
    yield* snapshotParts(db, parts, { reading, done })
  } catch (error) {
    if (!(error instanceof ReplicaLost)) throw error
    yield* snapshotParts(db, parts, { reading: undefined, done })
  }
}

interface Progress {
  reading: Reading | undefined
  /** Ids of the rows that were yielded. */
  done: Set<number>
}

async function* snapshotParts<Row>(
  db: Db,
  { all, each }: InParts<Row>,
  { reading, done }: Progress,
): AsyncGenerator<Row[]> {
  const beginning = db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  const opened = await goingOn(reading, () => beginning.execute())
  // Cast without comparing: the types are similar, but checking that takes the compiler long (transaction.ts).
  const snapshot = opened as unknown as Db
  try {
    const query = all(snapshot) as unknown as RawBuilder<unknown>
    await sql`declare parts no scroll cursor for ${query}`.execute(snapshot)
    for (;;) {
      const { rows } = await sql<{ id: number }>`fetch ${sql.lit(AT_ONCE)} from parts`.execute(snapshot)
      if (rows.length === 0) return
      const ids = rows.map(({ id }) => id).filter((id) => !done.has(id))
      const found = ids.length > 0 ? await each(snapshot, ids) : []
      if (reading) ids.forEach((id) => done.add(id))
      if (found.length > 0) yield found
    }
  } finally {
    await opened.rollback().execute()
  }
}
