import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from './database.ts'

/** Who has said nothing for so long has it no more. */
const HELD = sql`interval '15 seconds'`
const AGAIN_MS = 4000

interface Hold {
  kind: string
  id: number
  holder: string
}

async function take(db: Db, { kind, id, holder }: Hold): Promise<boolean> {
  const { rows } = await sql`
    insert into taken_work as held (kind, id, holder, until) values (${kind}, ${id}, ${holder}, now() + ${HELD})
    on conflict (kind, id) do update set holder = excluded.holder, until = excluded.until where held.until < now()
    returning id`.execute(db)
  return rows.length > 0
}

const keep = (db: Db, { kind, id, holder }: Hold) =>
  sql`update taken_work set until = now() + ${HELD}
    where kind = ${kind} and id = ${id} and holder = ${holder}`.execute(db)

const giveBack = (db: Db, { kind, id, holder }: Hold) =>
  sql`delete from taken_work where kind = ${kind} and id = ${id} and holder = ${holder}`.execute(db)

/**
 * Runs something at most once at a time over all processes, however long it takes: without a transaction, and without
 * a connection while it runs. A process that is killed has it for some seconds more.
 * @returns false when somebody else is at it
 */
export async function whileTaken(db: Db, kind: string, id: number, run: () => Promise<void>): Promise<boolean> {
  const hold = { kind, id, holder: randomUUID() }
  if (!(await take(db, hold))) return false
  // Where the database is away nobody else takes it either.
  const beat = setInterval(() => void keep(db, hold).catch(() => {}), AGAIN_MS).unref()
  try {
    await run()
  } finally {
    clearInterval(beat)
    // What cannot be given back is free in a moment by itself.
    await giveBack(db, hold).catch(() => {})
  }
  return true
}
