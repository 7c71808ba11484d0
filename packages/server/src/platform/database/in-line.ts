import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { LOCKED } from './away.ts'

/**
 * Changes of tables that are in use. Queries that come after a change waiting for a table wait as well; so the change
 * waits only briefly, lets them through and tries again (docs/decisions/0057).
 */

const LOCK_MS = 200
const AGAIN_MS = 1_000
const DEADLOCK = '40P01'

const isHeld = (error: unknown) =>
  error instanceof pg.DatabaseError && (error.code === LOCKED || error.code === DEADLOCK)

/**
 * Tries the change in one transaction.
 * @returns false when somebody holds a needed lock; then nothing has changed
 */
async function tryOnce(client: pg.ClientBase, change: () => Promise<unknown>): Promise<boolean> {
  try {
    await client.query(`begin; set local lock_timeout = ${LOCK_MS}`)
    await change()
    await client.query('commit')
    return true
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    if (isHeld(error)) return false
    throw error
  }
}

/**
 * Makes a change in a transaction as soon as nobody holds the locks it needs.
 * @param onHeld called before each new attempt with the milliseconds since the first one; may throw to give up
 */
export async function inLine(
  client: pg.ClientBase,
  change: () => Promise<unknown>,
  onHeld: (waitedMs: number) => void = () => undefined,
): Promise<void> {
  const from = performance.now()
  while (!(await tryOnce(client, change))) {
    onHeld(performance.now() - from)
    await setTimeout(AGAIN_MS)
  }
}
