import { createHash } from 'node:crypto'
import pg from 'pg'
import type { Log } from './log.ts'

/**
 * Names of statements: what has one is read and planned once by each connection instead of at every call. A pooler
 * that gives a connection away between transactions may lose them; nothing relies on them.
 */

/** A name takes memory in every connection that it was used by. */
const MOST = 1000
const names = new Map<string, string>()

/** From now on this SQL goes by a name. The same SQL has the same name, whoever wrote it. */
export function giveName(sql: string): void {
  if (names.has(sql) || names.size >= MOST) return
  names.set(sql, `v${createHash('sha256').update(sql).digest('hex').slice(0, 24)}`)
}

/** Whether the connections of this process keep names, and what theirs are. */
export interface Names {
  /** Undefined for SQL that has none, and where names are not kept. @param own that whoever asks has given it */
  of(sql: string, own?: string): string | undefined
  /** What a connection said shows that names are not kept after all. */
  giveUp(): void
}

/** For commands, which ask little. */
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

/** A statement of that name is not there, or is there already: somebody else used this connection meanwhile. */
const LOST = new Set(['26000', '42P05'])
/** The table was changed since the statement was planned; a new connection plans it anew. */
const OUTDATED = '0A000'

/** What an error says of the name that a statement was asked by. */
export function troubleOfName(error: unknown): 'lost' | 'outdated' | undefined {
  if (!(error instanceof pg.DatabaseError) || error.code === undefined) return undefined
  if (LOST.has(error.code)) return 'lost'
  return error.code === OUTDATED && error.message.includes('cached plan') ? 'outdated' : undefined
}

const PATIENCE_MS = 2000
const BEGINNING = { text: 'begin', query_timeout: PATIENCE_MS }
const QUESTION = { name: 'vypusk_names', text: 'select 1', query_timeout: PATIENCE_MS }

/**
 * Whether names can be relied on: a pooler of transactions gives the connection that knows one to whoever asks next, and
 * the first is left with another that does not.
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
