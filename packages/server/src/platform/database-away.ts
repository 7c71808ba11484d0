import { DatabaseError } from 'pg'
import { refusals, type RefusalCode } from '@vypusk/contract'
import { Refusal } from './refusal.ts'

/** The database could not be asked, or did not answer: what was asked is right, and waiting mends it. */
export class DatabaseAway extends Error {
  override name = 'DatabaseAway'
}

/** What pg says of a line that is gone or silent; its own errors have no codes. */
const LINE_LOST = /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client )/

/** Whether an error of a query came from the line and not from the server's answer, nor from what was asked. */
export function isLineLost(error: unknown): boolean {
  if (error instanceof DatabaseError || !(error instanceof Error)) return false
  return 'syscall' in error || LINE_LOST.test(error.message) || ['EPIPE', 'ECONNRESET'].includes(codeOf(error))
}

const codeOf = (error: object): string => ('code' in error && typeof error.code === 'string' ? error.code : '')

/** Whether the server has ended the connection with this answer: nothing can be asked by it any more. */
export const isConnectionEnded = (error: unknown): boolean =>
  error instanceof DatabaseError && /^57P0|^25P0[34]$/.test(codeOf(error))

/** SQLSTATE of a lock that was not had in time. */
export const LOCKED = '55P03'

/** SQLSTATE of a write where the database takes none: a replica, or one that was told so. */
const READ_ONLY = '25006'

/** Writes what reading goes on without where nothing can be written: when somebody was last seen. */
export async function writeIfPossible(write: () => Promise<unknown>): Promise<void> {
  await write().catch((error: unknown) => {
    if (!(error instanceof DatabaseError) || error.code !== READ_ONLY) throw error
  })
}

/** By SQLSTATE or its class: the connection, what the server has run out of, its ends and its beginnings. */
const TROUBLES: readonly [code: RegExp, refusal: RefusalCode, retrySeconds: number][] = [
  [/^(08|53)|^57P0|^25P0[34]$/, 'database_away', 5],
  [new RegExp(`^${READ_ONLY}$`), 'read_only', 30],
  [new RegExp(`^${LOCKED}$`), 'database_busy', 3],
  [/^57014$/, 'took_too_long', 10],
]

/** The refusal behind what the database is in trouble with; undefined for anything else. */
export function refusalOfTrouble(error: unknown): Refusal | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  const code = error instanceof DatabaseAway ? '08006' : codeOf(error)
  const trouble = TROUBLES.find(([pattern]) => pattern.test(code))
  return trouble && new Refusal(refusals[trouble[1]], {}, { 'Retry-After': String(trouble[2]) })
}
