import type pg from 'pg'
import { loneConnection } from '../database/lone-connection.ts'

/** A server's position: how far its log was written, and on which timeline (a promotion begins a new one). */
export interface Position {
  /** Position in the write-ahead log, in bytes. */
  lsn: bigint
  timeline: number
}

/** Parses PostgreSQL's notation: `16/B374D848`. */
export function lsnOf(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

/**
 * Commits are acknowledged once they are flushed, and only flushed data reaches a replica. If they are acknowledged
 * earlier, the insert position counts.
 */
const WHERE = `select (case when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn()
    else pg_current_wal_flush_lsn() end)::text as lsn,
  ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int as timeline,
  (select system_identifier::text from pg_control_system()) as system, current_database() as database`

export interface Whose {
  system: string
  database: string
}

/**
 * Queries the primary's position on a separate connection, because waiting for one of the others would mean waiting
 * twice.
 */
export interface Positions {
  /**
   * Returns a position as of some moment after the call; calls made while a query is running share the next one.
   * @throws when the primary does not answer
   */
  next(): Promise<Position & Whose>
  close(): Promise<void>
}

export function createPositions(config: pg.PoolConfig): Positions {
  const pool = loneConnection(config, 'vypusk-position')
  let current: Promise<unknown> = Promise.resolve()
  let next: Promise<Position & Whose> | undefined
  const ask = async () => {
    await current
    next = undefined
    const answer = pool.query<{ lsn: string; timeline: number } & Whose>(WHERE)
    current = answer.catch(() => undefined)
    const [row] = (await answer).rows
    if (!row) throw new Error('the primary has not reported its position')
    return { ...row, lsn: lsnOf(row.lsn) }
  }
  return { next: () => (next ??= ask()), close: () => pool.end() }
}
