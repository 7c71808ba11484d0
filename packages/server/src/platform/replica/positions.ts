import pg from 'pg'

/** How far a server has come: what was written up to there, and by which line of servers (a promotion begins a new one). */
export interface Position {
  /** Bytes of the write-ahead log. */
  lsn: bigint
  timeline: number
}

/** As PostgreSQL writes it: `16/B374D848`. */
export function lsnOf(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

/**
 * What is acknowledged is flushed, and only what is flushed reaches a replica. Where commits are acknowledged before,
 * everything counts that was begun.
 */
const WHERE = `select (case when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn()
    else pg_current_wal_flush_lsn() end)::text as lsn,
  ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int as timeline,
  (select system_identifier::text from pg_control_system()) as system, current_database() as database`

export interface Whose {
  system: string
  database: string
}

/** Where the primary is, asked on a connection of its own: who waits for one of the others would wait twice. */
export interface Positions {
  /**
   * Of a moment after it was asked for; who asks while somebody else waits is told together with the next.
   * @throws when the primary does not say
   */
  next(): Promise<Position & Whose>
  close(): Promise<void>
}

const LIMIT_MS = 2000
/** A name that leads to another server by now is found out. */
const LIFE_SECONDS = 60

export function createPositions(config: pg.PoolConfig): Positions {
  const pool = new pg.Pool({
    ...config,
    max: 1,
    connectionTimeoutMillis: LIMIT_MS,
    query_timeout: LIMIT_MS,
    maxLifetimeSeconds: LIFE_SECONDS,
    application_name: 'vypusk-position',
  })
  // Whoever asks next hears of it.
  pool.on('error', () => {})
  let asking: Promise<unknown> = Promise.resolve()
  let next: Promise<Position & Whose> | undefined
  const ask = async () => {
    await asking
    next = undefined
    const answer = pool.query<{ lsn: string; timeline: number } & Whose>(WHERE)
    asking = answer.catch(() => undefined)
    const [row] = (await answer).rows
    if (!row) throw new Error('the primary has not said where it is')
    return { ...row, lsn: lsnOf(row.lsn) }
  }
  return { next: () => (next ??= ask()), close: () => pool.end() }
}
