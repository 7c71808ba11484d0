import type { PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import type { Connections } from '../database/connections.ts'
import { DatabaseAway } from '../database/away.ts'
import { isOwnFault, type Replica, type Way } from './open.ts'
import { readingNow, type Reading } from './reading.ts'

/** A replica was lost in the middle of a snapshot. Readers that are able to continue do so on the primary. */
export class ReplicaLost extends DatabaseAway {
  override name = 'ReplicaLost'
}

const READS = /^\s*(?:select|with|values)\b/i
/** A statement containing one of these runs on the primary, as do all reads after it. */
const WRITES =
  /\b(?:insert into|update|delete from|merge into|lock table|for (?:no key )?update|for (?:key )?share|pg_notify|pg_(?:try_)?advisory\w*|nextval|setval|set_config)\b/i
const BEGINS = /^(?:begin|start transaction)/i
const SNAPSHOT = /\bread only\b/i

type Result = pg.QueryResult<never>
type Asks = (text: string, values: readonly unknown[]) => Promise<Result>
const asks = (client: PostgresPoolClient): Asks => client.query.bind(client) as unknown as Asks

/** A connection for Kysely that uses the replica for reads and the primary for everything else. */
class RoutedConnection {
  readonly #reading: Reading
  readonly #way: Way
  readonly #replica: Replica
  readonly #primary: Connections
  #kept: PostgresPoolClient | undefined
  #isOfReplica = false

  constructor(primary: Connections, replica: Replica, way: Way, reading: Reading) {
    this.#primary = primary
    this.#replica = replica
    this.#way = way
    this.#reading = reading
  }

  async query(text: string, values: readonly unknown[]): Promise<Result> {
    if (this.#kept) return this.#isOfReplica ? this.#inSnapshot(text, values) : asks(this.#kept)(text, values)
    if (BEGINS.test(text)) return this.#begun(text)
    const isReading = READS.test(text) && !WRITES.test(text)
    if (!isReading) this.#reading.hasWritten = true
    return (await this.#readElsewhere(text, values)) ?? asks(await this.#own())(text, values)
  }

  async #own(): Promise<PostgresPoolClient> {
    return (this.#kept ??= await this.#primary.connect())
  }

  async #readElsewhere(text: string, values: readonly unknown[]): Promise<Result | undefined> {
    const client = await this.#replica.take(this.#way, this.#reading)
    if (!client) return undefined
    try {
      return await asks(client)(text, values)
    } catch (error) {
      if (!isOwnFault(error)) throw error
      this.#replica.failed(error)
      return undefined
    } finally {
      client.release()
    }
  }

  /** A transaction stays where it began; a read-only one may begin on the replica. */
  async #begun(text: string): Promise<Result> {
    if (!SNAPSHOT.test(text)) this.#reading.hasWritten = true
    this.#kept = await this.#replica.take(this.#way, this.#reading)
    this.#isOfReplica = this.#kept !== undefined
    return asks(await this.#own())(text, [])
  }

  async #inSnapshot(text: string, values: readonly unknown[]): Promise<Result> {
    try {
      return await asks(this.#kept as PostgresPoolClient)(text, values)
    } catch (error) {
      if (!isOwnFault(error)) throw error
      this.#replica.failed(error)
      throw new ReplicaLost('the replica was lost while it was read', { cause: error })
    }
  }

  release(isDiscarded = false): void {
    this.#kept?.release(isDiscarded)
  }
}

/** The primary's connections, with reads sent to the replica where allowed (reading.ts). */
export function routed(primary: Connections, replica: Replica, way: Way): Connections {
  return {
    ...primary,
    connect: async () => {
      const reading = readingNow()
      if (!reading) return primary.connect()
      const lent = new RoutedConnection(primary, replica, way, reading)
      const query = (text: string, values: readonly unknown[]) => lent.query(text, values)
      return { query, release: (isDiscarded?: boolean) => lent.release(isDiscarded) } as unknown as PostgresPoolClient
    },
  }
}
