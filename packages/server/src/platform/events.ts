import { sql, type RawBuilder } from 'kysely'
import type { live } from '@vypusk/contract'
import { noteChained } from './chain.ts'
import { momentOf, type Clock } from './clock.ts'
import { insertion, type Recorded } from './history.ts'
import type { Jobs } from './jobs.ts'
import type { Hearer, KnownThing, Person } from './person.ts'
import type { Settings } from './settings.ts'
import { statement } from './statement.ts'
import type { Transaction } from './transaction.ts'

/** Channel of the notification; its payload is the event's id. */
export const EVENTS_CHANNEL = 'vypusk_events'

/** What every event says, whatever its kind. */
interface EventFrame {
  entity: live.LiveEvent['entity']
  entity_id: number
  version?: number
  /**
   * Client companies that are told; [] staff only, null every signed-in person. Of a thing that clients may not always
   * know of, those of them that may know of it now.
   */
  companies: number[] | null
  /** Companies that knew of the thing before: they are told although it is hidden from them now. */
  knew?: number[]
}

/** What many of may change by one event: rooms add theirs in their events.ts by declaration merging. */
export interface ChangedTogether {}

/**
 * What happens in the product, by kind, with the data its listeners need. Rooms add their kinds
 * in their own files by declaration merging, so that a misspelt kind does not compile.
 */
export interface EventKinds {
  /** A row changed and nobody has to act on it; screens that show it follow. */
  changed: Record<string, never>
  /** The same of so many rows of a kind that screens fetch everything anew, by one event; no ids stand for more than are listed. */
  many_changed: { of: keyof ChangedTogether; ids: number[] }
}
export type EventKind = keyof EventKinds

export type ProductEvent<Kind extends EventKind = EventKind> = EventFrame & { kind: Kind; data: EventKinds[Kind] }
/** An event as a listener gets it: already in the outbox. */
export type WrittenEvent<Kind extends EventKind = EventKind> = ProductEvent<Kind> & { id: number; at: string }

/** Whoever says it, and what a listener has to work with: a call, a job or a script (call.ts, Actor). */
export interface EventActor {
  deps: { clock: Clock; settings: Settings; jobs: Jobs; listeners: Listeners }
  person: Person
}

/** Runs inside the transaction of the change; throws to refuse it. */
export interface Listener<Kind extends EventKind> {
  (tx: Transaction, event: WrittenEvent<Kind>, actor: EventActor): Promise<void>
  /** The same of several events of one act, each of another thing; who has none is called for one after another. */
  many?: (tx: Transaction, events: WrittenEvent<Kind>[], actor: EventActor) => Promise<void>
}

/** A listener that does the same for several events by statements of all of them: one event is a list of one. */
export const listenerOfMany = <Kind extends EventKind>(many: NonNullable<Listener<Kind>['many']>): Listener<Kind> =>
  Object.assign<Listener<Kind>, Pick<Listener<Kind>, 'many'>>((tx, event, actor) => many(tx, [event], actor), { many })

/** The event as it is written, for what is asked together with it. */
export interface Written {
  kind: EventKind
  entity: string
  entity_id: RawBuilder<number>
  /** Whoever did it; null of nobody. */
  user_id: RawBuilder<number | null>
}

/**
 * Whether a listener has anything to do: asked of the database together with the writing of the event, so that nobody is
 * called, and asks, in vain. Kind and entity are known while its SQL is written.
 */
export type Concern = (event: Written) => RawBuilder<boolean>

export interface Listening<Kind extends EventKind = EventKind> {
  run: Listener<Kind>
  /** Left out by those who always have something to do. */
  concern?: Concern | undefined
}

export interface Listeners {
  on<Kind extends EventKind>(kind: Kind, listener: Listener<Kind>, concern?: Concern): void
  /** Of every kind, after those who listen to one. */
  onEvery(listener: Listener<EventKind>, concern?: Concern): void
  of(kind: EventKind): Listening[]
  write: Writing
  writeMany: ManyWriting
}

/** Who may hear of what happens: the room `access` tells the platform. */
export interface Audience {
  /** The client companies whose people may know of a thing as it stands, as SQL; null of what everybody may know of. */
  companiesOf: (entity: string, entity_id: RawBuilder<number>) => RawBuilder<number[]> | null
  /** Whether somebody may be told of something that these companies may know of. */
  mayHear: (person: Hearer, thing: KnownThing) => boolean
}

export function createListeners(companiesOf: Audience['companiesOf']): Listeners {
  const all = new Map<EventKind, Listening[]>()
  const ofEvery: Listening[] = []
  const of = (kind: EventKind) => [...(all.get(kind) ?? []), ...ofEvery]
  return {
    on: (kind, listener, concern) => {
      // The map is keyed by kind, so a listener only ever meets its own events.
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
  /** 0 of nobody. */
  user_id: number
  /** Empty of no stream. */
  stream_key: string
  at: string
  /** Of the history; left out where there are none. */
  rows?: string | undefined
}

interface Said {
  id: number
  /** Rows of the history that belong to a chain. */
  chained: number[]
  /** Of each listener of the kind, in order. */
  concerned: boolean[]
}

/** Whoever says that something happened cannot tell of it whom the thing is hidden from. */
function companiesToTell(now: RawBuilder<number[]> | null, { companies, knew }: EventRow): RawBuilder<number[] | null> {
  if (now === null) return companies === null ? sql`null::int[]` : sql`${companies}::int[]`
  const named = companies === null ? sql`true` : sql`one.idcomp = any(${companies}::int[])`
  return sql`${knew}::int[] || array(
    select one.idcomp from unnest(${now}) as one(idcomp) where ${named} and one.idcomp <> all(${knew}::int[]))`
}

/** Writes the row with what its history brings, notifies every node once it is committed, and asks whom it concerns. */
function writingFor(companiesOf: Audience['companiesOf'], of: Listeners['of']) {
  return statement<EventRow, Said, { kind: EventKind; entity: EventFrame['entity']; ofStaff: boolean }>(
    (_, row, { kind, entity, ofStaff }) => {
      const entity_id = sql<number>`${row.entity_id}::int`
      const user_id = sql<number | null>`nullif(${row.user_id}::int, 0)`
      // Staff alone are told: nobody has to be asked for.
      const companies = ofStaff ? sql`${row.knew}::int[]` : companiesToTell(companiesOf(entity, entity_id), row)
      const concerns = of(kind).map(({ concern }) => concern?.({ kind, entity, entity_id, user_id }) ?? sql`true`)
      const written = row.rows === undefined ? sql`` : sql`written as (${insertion(sql`${row.rows}`)}),`
      const chained = row.rows === undefined ? sql`'{}'` : sql`array(select id from written where chain is not null)`
      return sql<Said>`
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
  /** The events, as JSON. */
  rows: string
  /** 0 of nobody. */
  user_id: number
  /** Empty of no stream. */
  stream_key: string
  at: string
}

interface SaidOfOne extends Pick<Said, 'id' | 'concerned'> {
  entity_id: number
}

/** The same of several, of one kind (events-together.ts): writes the rows, notifies every node once they are committed, and asks whom each of them concerns. */
function manyWritingFor(companiesOf: Audience['companiesOf'], of: Listeners['of']) {
  return statement<EventRows, SaidOfOne, { kind: EventKind; entity: ProductEvent['entity'] }>(
    (_, { rows, user_id, stream_key, at }, { kind, entity }) => {
      const known = companiesOf(entity, sql<number>`said.entity_id`)
      const companiesSql =
        known === null
          ? sql`said.companies`
          : sql`said.knew || array(select one.idcomp from unnest(${known}) as one(idcomp)
              where (said.companies is null or one.idcomp = any(said.companies)) and one.idcomp <> all(said.knew))`
      const actorId = sql<number | null>`nullif(${user_id}::int, 0)`
      const written = { kind, entity, entity_id: sql<number>`event.entity_id`, user_id: actorId }
      const concerns = of(kind).map(({ concern }) => concern?.(written) ?? sql`true`)
      return sql<SaidOfOne>`
        with event as (
          insert into events (kind, entity, entity_id, version, companies, data, user_id, stream_key, at)
          select ${sql.lit(kind)}, ${sql.lit(entity)}, said.entity_id, said.version, ${companiesSql}, said.data, ${actorId},
            nullif(${stream_key}, ''), ${at}
          from rows from (jsonb_to_recordset(${rows}::jsonb) as (
            entity_id int, version int, companies int[], knew int[], data jsonb)) with ordinality
            as said(entity_id, version, companies, knew, data, place)
          order by said.place
          returning id, entity_id)
        select id, entity_id, pg_notify(${sql.lit(EVENTS_CHANNEL)}, id::text),
          array[${sql.join(concerns.length > 0 ? concerns : [sql`true`])}] as concerned
        from event order by id`
    },
  )
}
type ManyWriting = ReturnType<typeof manyWritingFor>

/**
 * Says that something happened: writes the outbox row, notifies every node when the transaction of the change is
 * committed, and lets the listeners write what follows from it (letters, jobs) in that transaction.
 * @param history what has changed, written by the same statement
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

/** What a listener does may concern those after it, whatever was true before. */
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
