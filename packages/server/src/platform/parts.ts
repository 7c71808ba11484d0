import { sql, type Compilable, type RawBuilder } from 'kysely'
import type { Db } from './database.ts'

/** Rows of one part: a few hundred kilobytes. */
const AT_ONCE = 1000

interface InParts<Row> {
  /** What to go through, in its order. */
  all: (snapshot: Db) => Compilable<{ id: number }>
  /** The rows of some of it, in the same order. */
  each: (snapshot: Db, ids: number[]) => Promise<Row[]>
}

/**
 * Reads any number of rows part by part through a cursor of the database, everything as it stood at
 * one moment. Takes a connection until the last part is read or the reader leaves.
 */
export async function* readInParts<Row>(db: Db, { all, each }: InParts<Row>): AsyncGenerator<Row[]> {
  const opened = await db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute()
  // Named, not compared: the two types look alike, and finding that out takes the compiler long (transaction.ts).
  const snapshot = opened as unknown as Db
  try {
    const query = all(snapshot) as unknown as RawBuilder<unknown>
    await sql`declare parts no scroll cursor for ${query}`.execute(snapshot)
    for (;;) {
      const { rows } = await sql<{ id: number }>`fetch ${sql.lit(AT_ONCE)} from parts`.execute(snapshot)
      if (rows.length === 0) return
      yield await each(
        snapshot,
        rows.map(({ id }) => id),
      )
    }
  } finally {
    await opened.rollback().execute()
  }
}
