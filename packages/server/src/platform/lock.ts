import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from './database.ts'

/** The hold expires if its holder does not renew it for so long. */
const HELD = sql`interval '15 seconds'`
/** One that lasts for longer is left from when the database's clock was ahead. */
const LONGEST = sql`interval '1 minute'`
const AGAIN_MS = 4000

interface Hold {
  kind: string
  id: number
  holder: string
}

async function take(db: Db, { kind, id, holder }: Hold): Promise<boolean> {
  const { rows } = await sql`
    insert into taken_work as held (kind, id, holder, until) values (${kind}, ${id}, ${holder}, now() + ${HELD})
    on conflict (kind, id) do update set holder = excluded.holder, until = excluded.until 
      where held.until < now() or held.until > now() + ${LONGEST}
    returning id`.execute(db)
  return rows.length > 0
}

/** Renews the hold, and takes it again if the database has lost it, by a crash or with its place to a standby. */
const keep = (db: Db, { kind, id, holder }: Hold) =>
  sql`
    insert into taken_work as held (kind, id, holder, until) values (${kind}, ${id}, ${holder}, now() + ${HELD})
    on conflict (kind, id) do update set until = excluded.until where held.holder = excluded.holder`.execute(db)

const giveBack = (db: Db, { kind, id, holder }: Hold) =>
  sql`delete from taken_work where kind = ${kind} and id = ${id} and holder = ${holder}`.execute(db)

/**
 * Runs something in at most one process at a time, however long it takes, without holding a transaction or a connection
 * while it runs. If the process is killed, the hold lasts for some more seconds.
 * @returns false when another process is running it
 */
export async function whileTaken(db: Db, kind: string, id: number, run: () => Promise<void>): Promise<boolean> {
  const hold = { kind, id, holder: randomUUID() }
  if (!(await take(db, hold))) return false
  let kept: Promise<unknown> = Promise.resolve()
  // While the database is unavailable, no other process can take it either.
  const beat = setInterval(() => (kept = keep(db, hold).catch(() => {})), AGAIN_MS).unref()
  try {
    await run()
  } finally {
    clearInterval(beat)
    // One that arrived after the release would take it again.
    await kept
    // If the hold cannot be released, it will soon expire.
    await giveBack(db, hold).catch(() => {})
  }
  return true
}
