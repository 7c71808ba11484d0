import pg from 'pg'

/**
 * Sends a statement to the database together with what begins or ends its transaction: one round trip instead of two.
 * The server treats them as one group, so that after an error the rest is skipped: if the transaction could not begin,
 * nothing is written, and if its last statement fails, it is not committed.
 */

export interface Joined {
  /** The statement that begins the transaction, sent before the query. */
  begin?: string | undefined
  /** Whether `commit` is sent after the query. */
  commits?: boolean
}

/** The part of pg's protocol connection that is used here. */
interface Wire {
  parse(message: { text: string }): void
  bind(message: object): void
  execute(message: object): void
  sync(): void
  submittedNamedStatements: Record<string, string>
}

/** Members of pg's `Query` that its types do not declare. */
interface Internal {
  name: string | undefined
  callback: (error: Error | null, result: pg.QueryResult) => void
  prepare(wire: Wire): void
  requiresPreparation(): boolean
  handleCommandComplete(message: object, wire: Wire): void
  handleError(error: Error, wire: Wire): void
  _getRows(wire: Wire): void
}
const PgQuery = pg.Query as unknown as new (config: pg.QueryConfig) => Internal

class JoinedQuery extends PgQuery {
  readonly #joined: Joined
  readonly #ownName: string | undefined
  #awaitsBegin: boolean
  #isDone = false

  constructor(config: pg.QueryConfig, joined: Joined) {
    super(config)
    this.#joined = joined
    this.#ownName = config.name
    this.#awaitsBegin = joined.begin !== undefined
  }

  override requiresPreparation(): boolean {
    return true
  }

  override prepare(wire: Wire): void {
    if (this.#joined.begin !== undefined) perform(wire, this.#joined.begin)
    super.prepare(wire)
    // The first parse answer belongs to the beginning and says nothing about the name of the query.
    if (this.#awaitsBegin) this.name = undefined
  }

  override _getRows(wire: Wire): void {
    wire.execute({})
    if (this.#joined.commits) perform(wire, 'commit')
    wire.sync()
  }

  override handleCommandComplete(message: object, wire: Wire): void {
    if (this.#awaitsBegin) {
      this.#awaitsBegin = false
      this.name = this.#ownName
      return
    }
    // The result of `commit` comes after the query's own.
    if (!this.#isDone) super.handleCommandComplete(message, wire)
    this.#isDone = true
  }

  override handleError(error: Error, wire: Wire): void {
    if (this.#ownName !== undefined) delete wire.submittedNamedStatements[this.#ownName]
    super.handleError(error, wire)
  }
}

function perform(wire: Wire, text: string): void {
  wire.parse({ text })
  wire.bind({})
  wire.execute({})
}

/** Sends a query together with what begins or ends its transaction. */
export function askJoined<Row extends pg.QueryResultRow>(
  client: pg.PoolClient,
  config: pg.QueryConfig,
  joined: Joined,
): Promise<pg.QueryResult<Row>> {
  const { promise, resolve, reject } = Promise.withResolvers<pg.QueryResult<Row>>()
  const query = new JoinedQuery(config, joined)
  query.callback = (error, result) => (error ? reject(error) : resolve(result as pg.QueryResult<Row>))
  client.query(query as unknown as pg.Query)
  return promise
}
