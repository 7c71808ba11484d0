import { sql, type ExpressionBuilder, type Insertable, type Selectable, type Updateable } from 'kysely'
import type { Db } from '../../../platform/call.ts'
import type { DB } from '../../../platform/db-types.gen.ts'
import { insertRows } from '../../../platform/inserting.ts'
import type { WrittenEvent } from '../../../platform/events.ts'
import type { JobKinds } from '../../../platform/jobs.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { HELD_SECONDS } from '../../agreements/port.ts'
import { removeDeliveries, writeDeliveries } from '../../deliveries/port.ts'
import { cameIn, oneOf, wasBefore } from '../../../platform/sql.ts'
import { LONGEST_HELD_MS } from '../rules.ts'

/** A letter and the addresses it goes to. */
export interface NewLetter {
  letter: Insertable<DB['letters']>
  targets: string[]
}

/** The letters in one insert: a few megabytes. */
const LETTERS_AT_ONCE = 200

/** @returns the ids of the deliveries, one for each address */
export async function writeLetters(tx: Transaction, all: NewLetter[]): Promise<number[]> {
  const deliveries: Parameters<typeof writeDeliveries>[1] = []
  for (let from = 0; from < all.length; from += LETTERS_AT_ONCE) {
    const some = all.slice(from, from + LETTERS_AT_ONCE)
    const letters = some.map(({ letter }) => letter)
    const made = await insertRows(tx, 'letters', letters).returning('id').execute()
    for (const [index, { letter, targets }] of some.entries()) {
      const { event_id, entity, entity_id, created_at: at } = letter
      const mail = { kind: 'mail' as const, letter_id: made[index]?.id ?? null, event_id, entity, entity_id, at }
      deliveries.push(...targets.map((target) => ({ ...mail, target })))
    }
  }
  return writeDeliveries(tx, deliveries)
}

/** A letter that still has to be sent to an address. */
export const waitingLetter = (db: Db, id: number) =>
  db
    .selectFrom('shared_deliveries as d')
    .innerJoin('letters as l', 'l.id', 'd.letter_id')
    .innerJoin('shared_events as e', 'e.id', 'l.event_id')
    .select(['d.id', 'd.target', 'd.attempts', 'd.generation', 'd.repeated_at', 'l.id as letter_id'])
    .select(['l.subject', 'l.html', 'l.text', 'l.ics', 'l.reply_to'])
    .select([
      'l.event_id',
      'l.kind',
      'l.entity',
      'l.entity_id',
      'l.idcomp',
      'l.created_at',
      'e.entity as about',
      'e.data',
    ])
    .select([
      'l.release_ids',
      'l.notice_kind',
      'l.is_direct',
      'l.about_entity',
      'l.about_id',
      'l.entry_ids',
      'l.notice_ids',
      'l.day',
    ])
    .where('d.id', '=', id)
    .where('d.state', '=', 'queued')
    .where('l.held_until', 'is', null)
    .executeTakeFirst()

type TemplateRow = Selectable<DB['letter_templates']>

/** Locks the changed wording of a template until the transaction ends; a template without one gets a row. */
export async function lockTemplate(tx: Transaction, id: number): Promise<TemplateRow> {
  await tx
    .insertInto('letter_templates')
    .values({ id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return tx.selectFrom('letter_templates').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
}

/** @returns the new version */
export async function writeTemplate(
  tx: Transaction,
  id: number,
  words: Pick<TemplateRow, 'subject' | 'heading' | 'text' | 'button'>,
): Promise<number> {
  const { version } = await tx
    .updateTable('letter_templates')
    .set((eb) => ({ ...words, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

export type HeldKey = { entity: string; entity_id: number; topic: string }
export type Held = Selectable<DB['held_letters']>

const lockingHeld = (tx: Transaction, keys: HeldKey[]) =>
  insertRows(tx, 'held_letters', keys)
    // The update locks the row: one that is only read after this could have been forgotten meanwhile.
    .onConflict((conflict) =>
      conflict.columns(['entity', 'entity_id', 'topic']).doUpdateSet((eb) => ({ topic: eb.ref('excluded.topic') })),
    )
    .returningAll()

/** Locks the state of the held letters of one kind about one thing until the transaction ends. */
export const lockHeld = (tx: Transaction, key: HeldKey): Promise<Held> =>
  lockingHeld(tx, [key]).executeTakeFirstOrThrow()

/**
 * The same for several things.
 * @param keys at least one, none of them twice, in an order that is the same everywhere to avoid deadlocks
 */
export const lockAllHeld = (tx: Transaction, keys: HeldKey[]): Promise<Held[]> => lockingHeld(tx, keys).execute()

export async function writeHeld(tx: Transaction, key: HeldKey, set: Updateable<DB['held_letters']>): Promise<void> {
  await tx.updateTable('held_letters').set(set).where(whichHeld(key)).execute()
}

/** Stores since when and until when letters wait, and the events that they collect. */
export async function writeAllHeld(
  tx: Transaction,
  all: (HeldKey & Pick<Held, 'event_ids' | 'since' | 'due_at'>)[],
): Promise<void> {
  const rows = all.map(({ entity, entity_id, topic, event_ids, since, due_at }) => ({
    entity,
    entity_id,
    topic,
    event_ids,
    since,
    due_at,
  }))
  await sql`
    update held_letters as held set event_ids = one.event_ids, since = one.since, due_at = one.due_at
    from jsonb_populate_recordset(null::held_letters, ${JSON.stringify(rows)}::jsonb) as one
    where held.entity = one.entity and held.entity_id = one.entity_id and held.topic = one.topic`.execute(tx)
}

const whichHeld = (key: HeldKey) => (eb: ExpressionBuilder<DB, 'held_letters'>) => eb.and({ ...key })

/**
 * Adds the notices of events to their held letters, one for each person. Earlier ones are kept too, because the words of
 * a later one may be withdrawn.
 * @param all the events are about different things
 * @returns the events whose letters are held
 */
export async function keepNotices(
  tx: Transaction,
  all: { event: Pick<WrittenEvent, 'id' | 'entity' | 'entity_id'>; notice: { user_id: number } }[],
): Promise<Set<number>> {
  const rows = [...Map.groupBy(all, ({ event }) => event.id)].flatMap(([event_id, of]) => {
    const kept = Object.fromEntries(of.map(({ notice }) => [`${notice.user_id} ${event_id}`, { ...notice, event_id }]))
    return of.slice(0, 1).map(({ event: { entity, entity_id } }) => ({ event_id, entity, entity_id, kept }))
  })
  const held = await tx
    .updateTable('held_letters')
    .from(
      sql<{
        event_id: number
        entity: string
        entity_id: number
      }>`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)`.as<'told'>(
        sql`told(event_id int, entity text, entity_id int, kept jsonb)`,
      ),
    )
    .set({ notices: sql`notices || told.kept` })
    .whereRef('held_letters.entity', '=', 'told.entity')
    .whereRef('held_letters.entity_id', '=', 'told.entity_id')
    .where('event_ids', '@>', sql<number[]>`array[told.event_id]`)
    .returning('told.event_id')
    .execute()
  return new Set(held.map(({ event_id }) => event_id))
}

export const dueHeld = (db: Db, at: string, limit: number): Promise<HeldKey[]> =>
  db
    .selectFrom('held_letters')
    .select(['entity', 'entity_id', 'topic'])
    .where(cameIn('due_at', at, LONGEST_HELD_MS))
    .orderBy('due_at')
    .limit(limit)
    .execute()

/** Deletes the state of letters that were never sent, or so long ago that they hold nothing back. */
export const forgetHeld = (db: Db, { before, at }: { before: string; at: string }) =>
  db
    .deleteFrom('held_letters')
    .where('due_at', 'is', null)
    .where((eb) => eb.or([eb('sent_at', 'is', null), wasBefore('sent_at', before, at)]))
    .execute()

async function deleteLetters(tx: Transaction, ids: number[]): Promise<void> {
  await removeDeliveries(tx, ids)
  await tx.deleteFrom('letters').where('id', '=', oneOf(ids)).execute()
}

/** Deletes overtaken letters. @returns the jobs for the other held letters, which may be sent now */
export async function releaseLetters(tx: Transaction, now: string): Promise<JobKinds['deliver'][]> {
  const isOver = cameIn('held_until', now, HELD_SECONDS * 1000)
  const overtaken = await tx
    .selectFrom('letters')
    .select('id')
    .where(isOver)
    .where('overtaken_by', 'is not', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  await deleteLetters(
    tx,
    overtaken.map(({ id }) => id),
  )
  const freed = await tx.updateTable('letters').set({ held_until: null }).where(isOver).returning('id').execute()
  const ids = freed.map(({ id }) => id)
  return tx
    .selectFrom('shared_deliveries as d')
    .select(['d.id as delivery_id', 'd.generation'])
    .where('d.letter_id', '=', oneOf(ids))
    .where('d.state', '=', 'queued')
    .orderBy('d.id')
    .execute()
}

/** The letters of some kinds about agreements that still wait to be sent, with those to people who only follow them. */
const heldAbout = (agreements: number[], kinds: string[]) => (eb: ExpressionBuilder<DB, 'letters'>) =>
  eb.and([
    eb.or([
      eb.and([eb('entity', '=', 'agreement'), eb('entity_id', '=', oneOf(agreements))]),
      eb('agreement_id', '=', oneOf(agreements)),
    ]),
    eb('kind', 'in', kinds),
    eb('held_until', 'is not', null),
    eb('overtaken_by', 'is', null),
  ])

/** Marks the letters of some kinds about agreements that still wait: from then on an event says more than they do. */
export const overtakeLetters = (
  tx: Transaction,
  agreements: number[],
  kinds: string[],
  by: { overtaken_by: number; held_until: string },
) => tx.updateTable('letters').set(by).where(heldAbout(agreements, kinds)).execute()

/** Lets go the letters that these events have overtaken. */
const returnOvertaken = (tx: Transaction, events: number[]) =>
  tx
    .updateTable('letters')
    .set({ overtaken_by: null })
    .where('held_until', 'is not', null)
    .where('overtaken_by', '=', sql<number>`any(${events}::bigint[])`)
    .execute()

/**
 * Deletes the letters of some kinds about agreements that still wait, with their deliveries.
 * @returns the events of the letters about each agreement that had some
 */
export async function dropHeldLetters(
  tx: Transaction,
  agreements: number[],
  kinds: string[],
): Promise<Map<number, number[]>> {
  const waiting = await tx
    .selectFrom('letters')
    .select(['id', 'event_id', sql<number>`coalesce(agreement_id, entity_id)`.as('about')])
    .where(heldAbout(agreements, kinds))
    .orderBy('id')
    .forUpdate()
    .execute()
  await deleteLetters(
    tx,
    waiting.map(({ id }) => id),
  )
  const events = new Map<number, Set<number>>()
  for (const { about, event_id } of waiting) events.set(about, (events.get(about) ?? new Set()).add(event_id))
  return new Map([...events].map(([about, of]) => [about, [...of]]))
}

/**
 * Deletes the letters of undone events that still wait, with their deliveries; those that they have overtaken are sent.
 * @returns how many were sent by now
 */
export async function dropWaiting(tx: Transaction, events: number[]): Promise<number> {
  const ofEvents = sql<number>`any(${events}::bigint[])`
  const letters = await tx
    .selectFrom('letters')
    .select(['id', 'held_until'])
    .where('event_id', '=', ofEvents)
    .orderBy('id')
    .forUpdate()
    .execute()
  const waiting = letters.filter(({ held_until }) => held_until !== null).map(({ id }) => id)
  await deleteLetters(tx, waiting)
  await returnOvertaken(tx, events)
  return letters.length - waiting.length
}
