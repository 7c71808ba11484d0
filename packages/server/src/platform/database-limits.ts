import * as z from 'zod'

/** How long the database is waited for, and by how many connections it is asked at once. Times in milliseconds. */
export interface DatabaseLimits {
  /** Of one process, for calls and jobs. */
  connections: number
  /** For a new connection, or for one of these to be free. */
  waitMs: number
  /** For one statement. */
  statementMs: number
  /** Of it, for what somebody else has locked. */
  lockMs: number
  /** A pooler gives each transaction another connection: what one is told would be told to others, so nothing is. */
  isShared?: boolean
}

const seconds = (usual: number) => z.coerce.number().min(0.05).max(3600).default(usual)

export const limitVariables = {
  DATABASE_CONNECTIONS: z.coerce.number().int().min(4).max(500).default(20),
  DATABASE_WAIT_SECONDS: seconds(10),
  DATABASE_STATEMENT_SECONDS: seconds(30),
  // Shorter than a wait: whoever needs nothing that is locked outlasts those who do.
  DATABASE_LOCK_SECONDS: seconds(8),
}

const SECONDS = 'число секунд от 0.05 до 3600'

export const limitExpected: Record<keyof typeof limitVariables, string> = {
  DATABASE_CONNECTIONS: 'число соединений с базой от 4 до 500',
  DATABASE_WAIT_SECONDS: SECONDS,
  DATABASE_STATEMENT_SECONDS: SECONDS,
  DATABASE_LOCK_SECONDS: SECONDS,
}

type Variables = { [Name in keyof typeof limitVariables]: z.output<(typeof limitVariables)[Name]> }

export const limitsOf = (set: Variables): DatabaseLimits => ({
  connections: set.DATABASE_CONNECTIONS,
  waitMs: set.DATABASE_WAIT_SECONDS * 1000,
  statementMs: set.DATABASE_STATEMENT_SECONDS * 1000,
  lockMs: set.DATABASE_LOCK_SECONDS * 1000,
})

/** At its own limit the server ends a statement and says so; a line that is silent after that is dead. */
export const patience = ({ waitMs, statementMs }: DatabaseLimits) => ({
  connectionTimeoutMillis: waitMs,
  query_timeout: statementMs + waitMs,
})

const LONG_MS = 10 * 60_000

/** For what reads or writes for minutes: few of them, so that they cannot take what calls need. */
export const longLimits = ({ waitMs }: DatabaseLimits): DatabaseLimits => ({
  connections: 4,
  waitMs,
  statementMs: LONG_MS,
  lockMs: LONG_MS,
})
