import * as z from 'zod'
import { decimalText, wholeText } from '@vypusk/contract'

/** How long to wait for the database, and how many connections to use. Times are in milliseconds. */
export interface DatabaseLimits {
  /** Connections of one process, for calls and jobs. */
  connections: number
  /** Time limit for opening a connection or waiting for a free one. */
  waitMs: number
  /** Time limit for one statement. */
  statementMs: number
  /** The part of it that may be spent waiting for a lock. */
  lockMs: number
  /**
   * A pooler gives each transaction a different connection: settings made on one would affect others, so none are made.
   */
  isShared?: boolean
}

const seconds = (usual: number) => decimalText(z.number().min(0.05).max(3600)).default(usual)

export const limitVariables = {
  DATABASE_CONNECTIONS: wholeText(z.int().min(4).max(500)).default(20),
  DATABASE_WAIT_SECONDS: seconds(10),
  DATABASE_STATEMENT_SECONDS: seconds(30),
  // Shorter than the wait, so that calls that need no locked rows outlast those that do.
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

/** The server ends a statement at its own limit and reports it; a connection that stays silent after that is dead. */
export const patience = ({ waitMs, statementMs }: DatabaseLimits) => ({
  connectionTimeoutMillis: waitMs,
  query_timeout: statementMs + waitMs,
})

const LONG_MS = 10 * 60_000

/** Limits for work that reads or writes for minutes: few connections, so that it cannot take those that calls need. */
export const longLimits = ({ waitMs }: DatabaseLimits): DatabaseLimits => ({
  connections: 4,
  waitMs,
  statementMs: LONG_MS,
  lockMs: LONG_MS,
})
