import { createHash } from 'node:crypto'
import pg from 'pg'
import type { Log } from '../runtime/log.ts'

/**
 * Names of prepared statements: a named statement is parsed and planned once per connection instead of at every call. A
 * pooler that reassigns connections between transactions may lose names, so nothing relies on them.
 */

/** A name takes memory in every connection that has used it. */
const MOST = 1000
const names = new Map<string, string>()

/** Gives this SQL a name from now on. Equal SQL gets the same name, wherever it comes from. */
export function giveName(sql: string): void {
  if (names.has(sql) || names.size >= MOST) return
  names.set(sql, `v${createHash('sha256').update(sql).digest('hex').slice(0, 24)}`)
}

/** Whether this process's connections keep names, and which names there are. */
export interface Names {
  /**
   * Undefined for SQL without a name, and when names are not kept.
   * @param own a name given by the caller
   */
  of(sql: string, own?: string): string | undefined
  /** Called when an error shows that names are not kept after all. */
  giveUp(): void
}

/** For commands, which send few statements. */
export const noNames: Names = { of: () => undefined, giveUp: () => {} }

export function createNames(log: Log): Names {
  let isKept = true
  return {
    of: (sql, own) => (isKept ? (own ?? names.get(sql)) : undefined),
    giveUp: () => {
      if (isKept) log.warn('Соединения с базой данных не хранят подготовленных запросов: каждый разбирается заново')
      isKept = false
    },
  }
}

/** The statement with that name does not exist, or exists already: another client used this connection in between. */
const LOST = new Set(['26000', '42P05'])
/** The table was changed after the statement was planned; a new connection will plan it again. */
const OUTDATED = '0A000'

/** Classifies an error that concerns the name of a statement. */
export function troubleOfName(error: unknown): 'lost' | 'outdated' | undefined {
  if (!(error instanceof pg.DatabaseError) || error.code === undefined) return undefined
  if (LOST.has(error.code)) return 'lost'
  return error.code === OUTDATED && error.message.includes('cached plan') ? 'outdated' : undefined
}

const PATIENCE_MS = 2000
const BEGINNING = { text: 'begin', query_timeout: PATIENCE_MS }
const QUESTION = { name: 'vypusk_names', text: 'select 1', query_timeout: PATIENCE_MS }

/**
 * Whether connections keep names. A pooler in transaction mode hands the connection that knows a name to another
 * client, and leaves the first one with a connection that does not.
 */
export async function areNamesKept(config: pg.ClientConfig): Promise<boolean> {
  const [one, other] = [config, config].map((each) => new pg.Client({ ...each, connectionTimeoutMillis: PATIENCE_MS }))
  if (!one || !other) return false
  for (const client of [one, other]) client.on('error', () => {})
  try {
    await Promise.all([one.connect(), other.connect()])
    await one.query(QUESTION)
    await other.query(BEGINNING)
    await one.query(QUESTION)
    return true
  } catch {
    return false
  } finally {
    for (const client of [one, other]) void client.end().catch(() => {})
  }
}
