import type { ClientBase } from 'pg'

/** `transaction_timeout` and `idle_session_timeout` are unknown to older servers. */
const LIMITS = [
  'statement_timeout',
  'lock_timeout',
  'idle_in_transaction_session_timeout',
  'idle_session_timeout',
  'transaction_timeout',
]

/**
 * Lifts the time limits that an administrator has set for the role or the database, for work that takes hours: a copy,
 * a restore, a change of tables. They are meant for calls, and behind a pooler the product itself asks for them
 * (platform/database/poolers.ts).
 * @param until 'transaction' where a pooler may give the connection to somebody else afterwards
 */
export async function liftLimits(client: ClientBase, until: 'session' | 'transaction' = 'session'): Promise<void> {
  await client.query('select set_config(name, $1, $2) from pg_settings where name = any($3)', [
    '0',
    until === 'transaction',
    LIMITS,
  ])
}
