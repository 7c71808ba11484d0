import { sql, type RawBuilder } from 'kysely'
import type { live } from '@vypusk/contract'
import { noteChained } from './chain.ts'
import { momentOf, type Clock } from './clock.ts'
import type { Addresses } from './database/addresses.ts'
import { insertion, type Recorded } from './history.ts'
import type { Jobs } from './jobs.ts'
import type { Hearer, KnownThing, Person } from './person.ts'
import type { Settings } from './settings.ts'
import { statement } from './statement.ts'
import type { Transaction } from './transaction.ts'

/** The PostgreSQL channel for notifications; the payload is the event's id. */
export const EVENTS_CHANNEL = 'vypusk_events'

/** Fields of every event, whatever its kind. */
interface EventFrame {
  entity: live.LiveEvent['entity']
  entity_id: number
  version?: number
  /**
   * The client companies to be notified; [] for staff only, null for every signed-in person. If clients may not always
   * see the thing, only those companies that may see it now are notified.
   */
  companies: number[] | null
  /** Companies that could see the thing before: they are notified although it is hidden from them now. */
  knew?: number[]
}

/** Things that may change in large numbers by one event. Rooms add theirs in their events.ts by declaration merging. */
export interface ChangedTogether {}

/**
 * The kinds of events with the data that their listeners need. Rooms add their kinds in their own files by declaration
 * merging, so that a misspelt kind does not compile.
 */
export interface EventKinds {
  /** A row changed and nobody has to act on it; screens that show it are updated. */
  changed: Record<string, never>
  /**
   * One event for so many changed rows that screens fetch everything again; an empty `ids` means more rows than are
   * listed.
   */
  many_changed: { of: keyof ChangedTogether; ids: number[] }
}
export type EventKind = keyof EventKinds

export type ProductEvent<Kind extends EventKind = EventKind> = EventFrame & { kind: Kind; data: EventKinds[Kind] }
/** An event as listeners get it: already written to the outbox. */
export type WrittenEvent<Kind extends EventKind = EventKind> = ProductEvent<Kind> & { id: number; at: string }

/** Who causes the event, and what listeners have to work with: a call, a job or a script (call.ts, Actor). */
export interface EventActor {
  deps: { clock: Clock; settings: Settings; addresses: Addresses; jobs: Jobs; listeners: Listeners }
  person: Person
}

/** Runs inside the transaction of the change, and may throw to refuse it. */
export interface Listener<Kind extends EventKind> {
  (tx: Transaction, event: WrittenEvent<Kind>, actor: EventActor): Promise<void>
  /**
   * Handles several events of one action, each about another thing. A listener without it is called for each event in
   * turn.
   */
  many?: (tx: Transaction, events: WrittenEvent<Kind>[], actor: EventActor) => Promise<void>
}

/**
 * Creates a listener from a function that handles several events at once; a single event is passed as a list of one.
 */
export const listenerOfMany = <Kind extends EventKind>(many: NonNullable<Listener<Kind>['many']>): Listener<Kind> =>
  Object.assign<Listener<Kind>, Pick<Listener<Kind>, 'many'>>((tx, event, actor) => many(tx, [event], actor), { many })

/** The event being written, for SQL that runs together with it. */
export interface Written {
  kind: EventKind
  entity: string
  entity_id: RawBuilder<number>
  /** Who caused it; null when nobody did. */
  user_id: RawBuilder<number | null>
}

/**
 * Whether a listener has anything to do. It is evaluated by the database while the event is written, so that listeners
 * are not called, and do not query, in vain. Kind and entity are known when its SQL is built.
 */
export type Concern = (event: Written) => RawBuilder<boolean>

export interface Listening<Kind extends EventKind = EventKind> {
  run: Listener<Kind>
  /** Omitted by listeners that always have something to do. */
  concern?: Concern | undefined
}

export interface Listeners {
  on<Kind extends EventKind>(kind: Kind, listener: Listener<Kind>, concern?: Concern): void
  /** Listens to all kinds; called after the listeners of one kind. */
  onEvery(listener: Listener<EventKind>, concern?: Concern): void
  of(kind: EventKind): Listening[]
  write: Writing
  writeMany: ManyWriting
}

/** Decides who may be notified of events. The room `access` provides it to the platform. */
export interface Audience {
  /** SQL for the client companies whose people may currently see a thing; null when everybody may. */
  companiesOf: (entity: string, entity_id: RawBuilder<number>) => RawBuilder<number[]> | null
  /** Whether a person may be notified of a thing that these companies may see. */
  mayHear: (person: Hearer, thing: KnownThing) => boolean
}

export function createListeners(companiesOf: Audience['companiesOf']): Listeners {
  const all = new Map<EventKind, Listening[]>()
  const ofEvery: Listening[] = []
  const of = (kind: EventKind) => [...(all.get(kind) ?? []), ...ofEvery]
  return {
    on: (kind, listener, concern) => {
      // Listeners are stored by kind, so each only gets events of its own kind.
      all.set(kind, [...(all.get(kind) ?? []), { run: listener as unknown as Listener<EventKind>, concern }])
    },
    onEvery: (run, concern) => void ofEvery.push({ run, concern }),
    of,
    write: writingFor(companiesOf, of),
    writeMany: manyWritingFor(companiesOf, of),
  }
}

interface EventRow {
  entity_id: number
  version: number
  companies: number[] | null
  knew: number[]
  data: string
  /** 0 for nobody. */
  user_id: number
  /** Empty for no stream. */
  stream_key: string
  at: string
  /** History rows; omitted when there are none. */
  rows?: string | undefined
}

interface EventResult {
  id: number
  /** Ids of history rows that belong to a chain. */
  chained: number[]
  /** Whether each listener of the kind is concerned, in order. */
  concerned: boolean[]
}

/** The companies to notify. The code that emits an event cannot know which companies the thing is hidden from. */
function companiesToTell(now: RawBuilder<number[]> | null, { companies, knew }: EventRow): RawBuilder<number[] | null> {
  if (now === null) return companies === null ? sql`null::int[]` : sql`${companies}::int[]`
  const named = companies === null ? sql`true` : sql`one.idcomp = any(${companies}::int[])`
  return sql`${knew}::int[] || array(
    select one.idcomp from unnest(${now}) as one(idcomp) where ${named} and one.idcomp <> all(${knew}::int[]))`
}

/**
 * Writes the event together with its history, notifies every process once it is committed, and finds out which
 * listeners it concerns.
 */
function writingFor(companiesOf: Audience['companiesOf'], of: Listeners['of']) {
  return statement<EventRow, EventResult, { kind: EventKind; entity: EventFrame['entity']; ofStaff: boolean }>(
    (_, row, { kind, entity, ofStaff }) => {
      const entity_id = sql<number>`${row.entity_id}::int`
      const user_id = sql<number | null>`nullif(${row.user_id}::int, 0)`
      // Only staff are notified, so no companies have to be looked up.
      const companies = ofStaff ? sql`${row.knew}::int[]` : companiesToTell(companiesOf(entity, entity_id), row)
      const concerns = of(kind).map(({ concern }) => concern?.({ kind, entity, entity_id, user_id }) ?? sql`true`)
      const written = row.rows === undefined ? sql`` : sql`written as (${insertion(sql`${row.rows}`)}),`
      const chained = row.rows === undefined ? sql`'{}'` : sql`array(select id from written where chain is not null)`
      return sql<EventResult>`
        with ${written} event as (
          insert into events (kind, entity, entity_id, version, companies, data, user_id, stream_key, at)
          values (${sql.lit(kind)}, ${sql.lit(entity)}, ${entity_id}, ${row.version}, ${companies}, ${row.data}, ${user_id},
            nullif(${row.stream_key}, ''), ${row.at})
          returning id)
        select id, pg_notify(${sql.lit(EVENTS_CHANNEL)}, id::text), ${chained}::bigint[] as chained,
          array[${sql.join(concerns.length > 0 ? concerns : [sql`true`])}] as concerned
        from event`
    },
  )
}
type Writing = ReturnType<typeof writingFor>

interface EventRows {
  /** The events as JSON. */
  rows: string
  /** 0 for nobody. */
  user_id: number
  /** Empty for no stream. */
  stream_key: string
  at: string
}

interface OneResult extends Pick<EventResult, 'id' | 'concerned'> {
  entity_id: number
}

/**
 * The same for several events of one kind (events-together.ts): writes the rows, notifies every process once they are
 * committed, and finds out which listeners each of them concerns.
 */
function manyWritingFor(companiesOf: Audience['companiesOf'], of: Listeners['of']) {
  return statement<EventRows, OneResult, { kind: EventKind; entity: ProductEvent['entity'] }>(
    (_, { rows, user_id, stream_key, at }, { kind, entity }) => {
      const known = companiesOf(entity, sql<number>`new_event.entity_id`)
      const companiesSql =
        known === null
          ? sql`new_event.companies`
          : sql`new_event.knew || array(select one.idcomp from unnest(${known}) as one(idcomp)
              where (new_event.companies is null or one.idcomp = any(new_event.companies)) and one.idcomp <> all(new_event.knew))`
      const actorId = sql<number | null>`nullif(${user_id}::int, 0)`
      const written = { kind, entity, entity_id: sql<number>`event.entity_id`, user_id: actorId }
      const concerns = of(kind).map(({ concern }) => concern?.(written) ?? sql`true`)
      return sql<OneResult>`
        with event as (
          insert into events (kind, entity, entity_id, version, companies, data, user_id, stream_key, at)
          select ${sql.lit(kind)}, ${sql.lit(entity)}, new_event.entity_id, new_event.version, ${companiesSql}, new_event.data, ${actorId},
            nullif(${stream_key}, ''), ${at}
          from rows from (jsonb_to_recordset(${rows}::jsonb) as (
            entity_id int, version int, companies int[], knew int[], data jsonb)) with ordinality
            as new_event(entity_id, version, companies, knew, data, place)
          order by new_event.place
          returning id, entity_id)
        select id, entity_id, pg_notify(${sql.lit(EVENTS_CHANNEL)}, id::text),
          array[${sql.join(concerns.length > 0 ? concerns : [sql`true`])}] as concerned
        from event order by id`
    },
  )
}
type ManyWriting = ReturnType<typeof manyWritingFor>

/**
 * Emits an event: writes the outbox row, notifies every process when the transaction of the change is committed, and
 * lets the listeners write what follows from it (letters, jobs) in the same transaction.
 * @param history the recorded changes, written by the same statement
 * @returns the event's id
 */
export async function emit<Kind extends EventKind>(
  tx: Transaction,
  actor: EventActor,
  event: ProductEvent<Kind>,
  history?: Recorded,
): Promise<number> {
  const { kind, entity, entity_id, version = 0, companies, knew = [], data } = event
  const at = momentOf(actor.deps.clock)
  const { listeners } = actor.deps
  const row = {
    entity_id,
    version,
    companies,
    knew: [...new Set(knew)],
    data: JSON.stringify(data),
    user_id: actor.person.id,
    stream_key: actor.person.stream ?? '',
    at,
    rows: history?.rows,
  }
  const written = await listeners.write.one(tx, row, { kind, entity, ofStaff: companies?.length === 0 })
  noteChained(tx, written.chained)
  await callListeners(listeners.of(kind), written.concerned, (listener) =>
    listener(tx, { ...event, id: written.id, at }, actor),
  )
  return written.id
}

/** Once a listener has acted, the following ones are always called: its changes may concern them. */
async function callListeners(
  all: Listening[],
  concerned: boolean[],
  run: (listener: Listener<EventKind>) => Promise<void>,
) {
  let hasAnybodyActed = false
  for (const [index, { run: listener, concern }] of all.entries()) {
    if (concern && !hasAnybodyActed && concerned[index] === false) continue
    hasAnybodyActed = true
    await run(listener)
  }
}
