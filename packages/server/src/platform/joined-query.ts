import pg from 'pg'

/**
 * A statement that goes to the database together with what begins or ends its transaction: one journey instead of two. All
 * of it is one group to the server, so that what fails leaves out whatever stands after it: a transaction that could not
 * begin does not write, and one whose last statement failed is not committed.
 */

export interface Joined {
  /** What begins the transaction, before the statement. */
  begin?: string | undefined
  /** Whether `commit` stands after it. */
  commits?: boolean
}

/** What pg's own queries speak to the server by, as far as it is needed here. */
interface Wire {
  parse(message: { text: string }): void
  bind(message: object): void
  execute(message: object): void
  sync(): void
  submittedNamedStatements: Record<string, string>
}

/** What pg's `Query` has besides what its types tell. */
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
    // What is read first of the answers is that the beginning was understood, which says nothing of the statement's name.
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
    // After the statement's own comes what `commit` says.
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

/** Asks a statement together with what begins or ends its transaction. */
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
