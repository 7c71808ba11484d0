import { DatabaseError } from 'pg'
import { refusals, type RefusalCode } from '@vypusk/contract'
import { Refusal } from '../refusal.ts'

/** The database could not be reached or did not answer. The query itself is fine, and repeating it later can help. */
export class DatabaseAway extends Error {
  override name = 'DatabaseAway'
}

/** Messages of pg about a lost or silent connection; its own errors have no codes. */
const LINE_LOST = /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client )/

/** Whether an error of a query was caused by the connection and not by the server's answer or by the query. */
export function isLineLost(error: unknown): boolean {
  if (error instanceof DatabaseError || !(error instanceof Error)) return false
  return 'syscall' in error || LINE_LOST.test(error.message) || ['EPIPE', 'ECONNRESET'].includes(codeOf(error))
}

const codeOf = (error: object): string => ('code' in error && typeof error.code === 'string' ? error.code : '')

/** Whether the server has ended the connection with this error, so that it cannot be used any more. */
export const isConnectionEnded = (error: unknown): boolean =>
  error instanceof DatabaseError && /^57P0|^25P0[34]$/.test(codeOf(error))

/** SQLSTATE for a lock that could not be taken in time. */
export const LOCKED = '55P03'

/** SQLSTATE for a write to a read-only database: a replica, or a server that was switched to read-only. */
const READ_ONLY = '25006'

/** Writes something that reading can do without when the database is read-only, such as when a person was last seen. */
export async function writeIfPossible(write: () => Promise<unknown>): Promise<void> {
  await write().catch((error: unknown) => {
    if (!(error instanceof DatabaseError) || error.code !== READ_ONLY) throw error
  })
}

/** By SQLSTATE or its class: connection errors, exhausted resources, shutdown and start of the server. */
const TROUBLES: readonly [code: RegExp, refusal: RefusalCode, retrySeconds: number][] = [
  [/^(08|53)|^57P0|^25P0[34]$/, 'database_away', 5],
  [new RegExp(`^${READ_ONLY}$`), 'read_only', 30],
  [new RegExp(`^${LOCKED}$`), 'database_busy', 3],
  [/^57014$/, 'took_too_long', 10],
]

/** The refusal for an error caused by trouble with the database; undefined for anything else. */
export function refusalOfTrouble(error: unknown): Refusal | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  const code = error instanceof DatabaseAway ? '08006' : codeOf(error)
  const trouble = TROUBLES.find(([pattern]) => pattern.test(code))
  return trouble && new Refusal(refusals[trouble[1]], {}, { 'Retry-After': String(trouble[2]) })
}
