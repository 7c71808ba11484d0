import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { waiting } from '@vypusk/contract'
import type { Db, Person } from './call.ts'
import type { Hearer } from './person.ts'

/** Who asks what waits for them, and when. */
export interface Awaiter extends Hearer {
  id: number
  /** Of staff: only what they are in charge of. */
  own: boolean
  /** The installation's, `YYYY-MM-DD`. */
  today: string
  /** The moment, ISO 8601. */
  now: string
}

/** A row of what waits: `id`, `due` (a day or null), `since` (a moment or null). */
export type Waits = RawBuilder<unknown>

export type MatterRow = Pick<waiting.Matter, 'id' | 'title' | 'text' | 'company' | 'href'> &
  Partial<
    Pick<
      waiting.Matter,
      'due_time' | 'planned' | 'agreement_id' | 'release_id' | 'publication_id' | 'offer_id' | 'version'
    >
  >

/** One kind of what waits for people: what a room's port gives to the room `waiting`. A kind more is one of these. */
export interface MatterKind {
  kind: waiting.Kind
  /** What such matters are called on the screen. */
  name: string
  side: 'staff' | 'client'
  /**
   * A statement of what waits and may be known of now. Whoever settles it, and however, it stands there no more: there is
   * no state to keep.
   */
  waits: (awaiter: Awaiter) => Waits
  /** The matters of these ids, in no order. */
  rows: (db: Db, person: Person, ids: number[]) => Promise<MatterRow[]>
}

/** What of a room comes next, nearest first, of which nobody has to do anything yet. */
export type ComingOf = (db: Db, person: Person, today: string) => Promise<waiting.Coming[]>

/**
 * So many days before today. A question of its own, so that the plan of a statement does not hang on the day and is made
 * once for good.
 */
export const daysBefore = ({ today }: Pick<Awaiter, 'today'>, days: number): RawBuilder<unknown> =>
  sql`(select ${today}::date - ${sql.lit(days)})`

/** The condition where only one's own is asked for. */
export const ifOwn = ({ own }: Pick<Awaiter, 'own'>, condition: RawBuilder<SqlBool>): RawBuilder<SqlBool> =>
  own ? condition : sql`true`
