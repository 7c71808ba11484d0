import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { DatabaseAway, isConnectionEnded, isLineLost, LOCKED } from './away.ts'
import type { DatabaseLimits } from './limits.ts'
import { isWithCommit } from './ending-transaction.ts'
import { createShares, UNCOUNTED, type Share, type Shares } from '../http/fair-share.ts'
import { askJoined, type Joined } from './joined-query.ts'
import { changedBy } from './remembered-tables.ts'
import { troubleOfName, type Names } from './statement-names.ts'
import { tracedStep, type Work } from '../tracing.ts'

/** A pool for Kysely whose errors tell whether the database was available. */
export interface Connections extends PostgresPool {
  /** Numbers of busy and idle connections, and of callers waiting for one. */
  counts: () => { busy: number; idle: number; waiting: number }
  query<Row extends pg.QueryResultRow>(config: pg.QueryConfig): Promise<pg.QueryResult<Row>>
}

const unlimited: Shares = { take: async () => UNCOUNTED }

const isLocked = (error: unknown) => error instanceof pg.DatabaseError && error.code === LOCKED

/** Observers of the statements sent over these connections. */
export interface Overheard {
  names: Names
  /** Called for each table whose change was committed here, before the call that changed it continues. */
  forget: (table: string) => void
}

/** The verb and the table of a statement; its values are not part of its text. */
const SUMMARY = /^\W*(\w+)(?:[^]*?\b(?:from|into|update) "?(\w+)|[^])/i

function workOf({ text, name }: pg.QueryConfig): Work {
  const [, verb = 'query', table] = SUMMARY.exec(text) ?? []
  const summary = [
    verb.toLowerCase(),
    ...(table && !/^(begin|commit|rollback|start)$/i.test(verb) ? [table] : []),
  ].join(' ')
  const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': summary }
  return { name: summary, kind: 'client', attributes: name ? { ...attributes, 'vypusk.statement': name } : attributes }
}

const isBeginning = (text: string) => text === 'begin' || text.startsWith('start transaction')
const isEnd = (text: string) => text === 'commit' || text === 'rollback'

/** The result of a statement that did not have to be sent. */
const unasked = (text: string) =>
  ({ command: text.toUpperCase(), rowCount: 0, rows: [], oid: 0, fields: [] }) as pg.QueryResult<never>

const ALONE: Joined = {}

const LOST = 'the line to the database is lost'

/**
 * A connection of the pool: one for as long as it is open, because Kysely keeps data about each that it is given. It
 * sends one statement at a time, in the order in which they come. A transaction begins along with its first statement,
 * and is committed along with its last one when that is known to be the last (`withCommit`).
 */
class PooledConnection {
  readonly #client: pg.PoolClient
  readonly #overheard: Overheard
  readonly #changed = new Set<string>()
  /** The share under which it is lent. */
  #share = UNCOUNTED
  #isInTransaction = false
  #isBroken = false
  #isLost = false
  /** Settled when the last statement that came is answered. */
  #last: Promise<unknown> = Promise.resolve()
  /** The statement that begins the transaction, until it is sent. */
  #beginning: string | undefined
  #isCommitted = false

  constructor(client: pg.PoolClient, overheard: Overheard) {
    this.#client = client
    this.#overheard = overheard
  }

  lentUnder(share: Share): this {
    this.#share = share
    // Whoever had it before has left no transaction open, even if its end failed.
    this.#isInTransaction = false
    this.#changed.clear()
    return this
  }

  /** As Kysely calls it. */
  query<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[]): Promise<pg.QueryResult<Row>> {
    return this.ask<Row>({ text, values: [...values] })
  }

  /** Sends a statement when those that came before it are answered, whether or not they failed. */
  ask<Row extends pg.QueryResultRow>(config: pg.QueryConfig): Promise<pg.QueryResult<Row>> {
    const answer = this.#last.then(() => this.#askNow<Row>(config))
    this.#last = answer.catch(() => undefined)
    return answer
  }

  async #askNow<Row extends pg.QueryResultRow>(config: pg.QueryConfig): Promise<pg.QueryResult<Row>> {
    const { text } = config
    if (this.#isLost) throw new DatabaseAway(LOST)
    if (isBeginning(text)) {
      this.#beginning = text
      this.#isCommitted = false
      this.#isInTransaction = true
      return unasked(text)
    }
    // Nothing was sent in the transaction, or its last statement has already ended it.
    const isOver = this.#beginning !== undefined || this.#isCommitted
    if (isEnd(text) && isOver) {
      this.#beginning = undefined
      this.#isCommitted = false
      this.#remark(text)
      return unasked(text)
    }
    const joined = await this.#joinedWith(config)
    const result = await tracedStep(
      () => workOf(config),
      () => this.#sentByName<Row>(config, joined),
    )
    this.#remark(text)
    if (joined.commits) {
      this.#isCommitted = true
      this.#remark('commit')
    }
    return result
  }

  async #joinedWith({ text, values = [] }: pg.QueryConfig): Promise<Joined> {
    const begin = this.#beginning
    this.#beginning = undefined
    // Text that may contain several statements is sent as it is: a group takes only single statements.
    if (values.length > 0 || !text.includes(';')) return { begin, commits: this.#isInTransaction && isWithCommit() }
    if (begin !== undefined) await this.#sent({ text: begin }, ALONE)
    return ALONE
  }

  /**
   * Sends a statement by its prepared name if it has one, and without the name if the server does not know it any more.
   */
  async #sentByName<Row extends pg.QueryResultRow>(
    { name: own, ...config }: pg.QueryConfig,
    joined: Joined,
  ): Promise<pg.QueryResult<Row>> {
    const { names } = this.#overheard
    const name = names.of(config.text, own)
    if (name === undefined) return this.#sent<Row>(config, joined)
    try {
      return await this.#sent<Row>({ ...config, name }, joined)
    } catch (error) {
      const trouble = troubleOfName(error)
      if (!trouble) throw error
      if (trouble === 'lost') names.giveUp()
      this.#isBroken = true
      // The failure has aborted the transaction, so the caller has to repeat the whole of it.
      if (this.#isInTransaction) throw new DatabaseAway('a statement has lost its name', { cause: error })
      return this.#sent<Row>(config, joined)
    }
  }

  /** Remembered data about changed tables is dropped once others can see the change. */
  #remark(text: string): void {
    if (isEnd(text)) this.#isInTransaction = false
    if (text === 'rollback') this.#changed.clear()
    for (const table of changedBy(text)) this.#changed.add(table)
    if (this.#isInTransaction) return
    this.#changed.forEach(this.#overheard.forget)
    this.#changed.clear()
  }

  async #sent<Row extends pg.QueryResultRow>(config: pg.QueryConfig, joined: Joined): Promise<pg.QueryResult<Row>> {
    try {
      if (joined.begin === undefined && !joined.commits) return await this.#client.query<Row>(config)
      return await askJoined<Row>(this.#client, config, joined)
    } catch (error) {
      if (isLocked(error)) this.#share.locked()
      this.#isBroken ||= isConnectionEnded(error)
      if (!isLineLost(error)) throw error
      this.#isBroken = true
      this.#isLost = true
      throw new DatabaseAway(LOST, { cause: error })
    }
  }

  /** An abandoned statement may still be running, so its connection cannot be reused. */
  release(isDiscarded = false): void {
    this.#client.release(isDiscarded || this.#isBroken)
    this.#share.giveBack()
  }
}

/** The part of a pool that is used here. */
export interface Lends {
  options: pg.PoolOptions
  counts: Connections['counts']
  connect: () => Promise<pg.PoolClient>
  end: () => Promise<void>
}

/** Shares the connections of a pool among the kinds of calls, if there are limits. */
export function connectionsOf(pool: Lends, limits: DatabaseLimits | null, overheard: Overheard): Connections {
  const shares = limits ? createShares(limits) : unlimited
  const known = new WeakMap<pg.PoolClient, PooledConnection>()
  const connectionOf = (client: pg.PoolClient): PooledConnection => {
    const connection = known.get(client) ?? new PooledConnection(client, overheard)
    known.set(client, connection)
    return connection
  }

  async function lend(): Promise<PooledConnection> {
    const share = await shares.take()
    const client = await pool.connect().catch((error: unknown) => {
      share.giveBack()
      throw new DatabaseAway('no connection to the database', { cause: error })
    })
    return connectionOf(client).lentUnder(share)
  }

  return {
    options: pool.options,
    counts: pool.counts,
    end: pool.end,
    // A client can be queried in two ways; Kysely uses the one with cursors only if it was given cursors.
    connect: async () => (await lend()) as unknown as PostgresPoolClient,
    query: async (config) => {
      const lent = await lend()
      // Libraries name their own statements; behind a pooler in transaction mode the names would not be found again.
      const query = limits?.isShared ? { text: config.text, values: config.values ?? [] } : config
      return lent.ask<never>(query).finally(() => lent.release())
    },
  }
}
