import { sql, type Insertable } from 'kysely'
import type { live } from '@vypusk/contract'
import { momentOf, type Clock } from './clock.ts'
import type { DB } from './db-types.gen.ts'
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
export type Listener<Kind extends EventKind> = (
  tx: Transaction,
  event: WrittenEvent<Kind>,
  actor: EventActor,
) => Promise<void>

export interface Listeners {
  on<Kind extends EventKind>(kind: Kind, listener: Listener<Kind>): void
  /** Of every kind, after those who listen to one. */
  onEvery(listener: Listener<EventKind>): void
  of(kind: EventKind): Listener<EventKind>[]
  audienceOf: Audience['companiesOf']
}

/** Who may hear of what happens: the room `access` tells the platform. */
export interface Audience {
  /** The client companies whose people may know of a thing as it stands; null of what everybody may know of. */
  companiesOf: (tx: Transaction, entity: string, entity_id: number) => Promise<number[] | null>
  /** Whether somebody may be told of something that these companies may know of. */
  mayHear: (person: Hearer, thing: KnownThing) => boolean
}

export function createListeners(audienceOf: Audience['companiesOf']): Listeners {
  const all = new Map<EventKind, Listener<EventKind>[]>()
  const ofEvery: Listener<EventKind>[] = []
  return {
    on: (kind, listener) => {
      // The map is keyed by kind, so a listener only ever meets its own events.
      all.set(kind, [...(all.get(kind) ?? []), listener as unknown as Listener<EventKind>])
    },
    onEvery: (listener) => void ofEvery.push(listener),
    of: (kind) => [...(all.get(kind) ?? []), ...ofEvery],
    audienceOf,
  }
}

/** Whoever says that something happened cannot tell of it whom the thing is hidden from. */
async function told(tx: Transaction, { deps }: EventActor, { entity, entity_id, companies, knew = [] }: EventFrame) {
  // Staff alone are told: nobody has to be asked for.
  if (companies?.length === 0) return [...new Set(knew)]
  const now = await deps.listeners.audienceOf(tx, entity, entity_id)
  if (now === null) return companies
  return [...new Set([...knew, ...now.filter((idcomp) => companies === null || companies.includes(idcomp))])]
}

type EventRow = Required<Omit<Insertable<DB['events']>, 'id'>>

/** Writes the row, and notifies every node once it is committed. */
const writing = statement((db, row: EventRow) =>
  db
    .insertInto('events')
    .values(row)
    .returning((eb) => [
      eb.ref('id').as('id'),
      sql`pg_notify(${sql.lit(EVENTS_CHANNEL)}, ${eb.ref('id')}::text)`.as('told'),
    ]),
)

/**
 * Says that something happened: writes the outbox row, notifies every node when the transaction of the change is
 * committed, and lets the listeners write what follows from it (letters, jobs) in that transaction.
 * @returns the event's id
 */
export async function emit<Kind extends EventKind>(
  tx: Transaction,
  actor: EventActor,
  event: ProductEvent<Kind>,
): Promise<number> {
  const { kind, entity, entity_id, version = 0 } = event
  const at = momentOf(actor.deps.clock)
  const { id: user, stream = null } = actor.person
  const { id } = await writing.one(tx, {
    kind,
    entity,
    entity_id,
    version,
    companies: await told(tx, actor, event),
    data: JSON.stringify(event.data),
    user_id: user || null,
    stream_key: stream,
    at,
  })
  for (const listener of actor.deps.listeners.of(kind)) await listener(tx, { ...event, id, at }, actor)
  return id
}
