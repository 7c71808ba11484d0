import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { waiting } from '@vypusk/contract'
import type { Db, Person } from './call.ts'

/** Who reads about matters, and when. */
export interface Reader extends Pick<Person, 'id' | 'isRivc' | 'idcomp' | 'can_enter_registry'> {
  /** The current moment, ISO 8601. */
  now: string
}

/** Whose matters are queried. */
export interface Awaiter extends Reader {
  /** For staff: only what they are in charge of. */
  own: boolean
  /** The day in the installation's time zone, `YYYY-MM-DD`. */
  today: string
}

/** Rows of waiting matters: `id`, `due` (a day or null), `since` (a moment or null). */
export type Waits = RawBuilder<unknown>

export type MatterRow = Pick<waiting.Matter, 'id' | 'title' | 'text' | 'company' | 'href'> &
  Partial<
    Pick<
      waiting.Matter,
      | 'due_zone'
      | 'due_time'
      | 'planned'
      | 'agreement_id'
      | 'release_id'
      | 'publication_id'
      | 'offer_id'
      | 'version'
      | 'scope_sha'
    >
  >

/**
 * One kind of matters that wait for people, provided by the port of a room to the room `waiting`, which combines the
 * queries of all kinds into one statement. A new kind only needs one of these.
 */
export interface MatterKind<Row = unknown> {
  kind: waiting.Kind
  /** Name of such matters on the screen. */
  name: string
  side: 'staff' | 'client'
  /**
   * A query for what is waiting and visible now. Once a matter is settled, by whatever means, the query no longer
   * returns it: there is no state to store.
   */
  waits: (awaiter: Awaiter) => Waits
  /**
   * A query for what is shown of the matters with these ids, in no particular order. Its rows are read as JSON, in
   * which a moment needs `momentInJson`.
   */
  shown: (reader: Reader, ids: number[]) => RawBuilder<Row>
  /** Declared as a method, so that a list can hold kinds with different rows. */
  matterOf(row: Row, reader: Reader): MatterRow
}

/** What comes next in a room, nearest first, without anybody having to do anything yet. */
export type ComingOf = (db: Db, person: Person, at: Pick<Awaiter, 'today' | 'now'>) => Promise<waiting.Coming[]>

/**
 * SQL for a number of days before today. A subquery, so that the plan of the statement does not depend on the day and
 * is made only once.
 */
export const daysBefore = ({ today }: Pick<Awaiter, 'today'>, days: number): RawBuilder<unknown> =>
  sql`(select ${today}::date - ${sql.lit(days)})`

/** The condition, if only the person's own matters are wanted. */
export const ifOwn = ({ own }: Pick<Awaiter, 'own'>, condition: RawBuilder<SqlBool>): RawBuilder<SqlBool> =>
  own ? condition : sql`true`
