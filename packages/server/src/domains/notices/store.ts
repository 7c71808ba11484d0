import { addDays } from '../../platform/working-days.ts'
import { sql } from 'kysely'
import type { notices } from '@vypusk/contract'
import { insertRows, type RowOf } from '../../platform/inserting.ts'
import type { Transaction } from '../../platform/transaction.ts'
import { oneOf } from '../../platform/sql.ts'

type Row = RowOf<'notices'>

/**
 * Writes notices, each once even if several processes try. An unread notice of an earlier change of the same thing is
 * replaced: ten changes since a person last looked are one line.
 */
export async function writeNotices(tx: Transaction, rows: Row[]): Promise<void> {
  if (rows.length === 0) return
  const changed = rows.filter(({ kind }) => kind === 'changed')
  if (changed.length > 0) {
    const keys = JSON.stringify(changed.map(({ user_id, entity, entity_id }) => ({ user_id, entity, entity_id })))
    await sql`
      delete from notices as n
      using jsonb_to_recordset(${keys}::jsonb) as k(user_id int, entity text, entity_id int)
      where n.kind = 'changed' and n.read_at is null
        and n.user_id = k.user_id and n.entity = k.entity and n.entity_id = k.entity_id`.execute(tx)
  }
  await supersede(tx, rows)
  await insertRows(tx, 'notices', rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Deletes earlier unread notices of the same question, so that a repeated question is one line. */
async function supersede(tx: Transaction, rows: Row[]): Promise<void> {
  const questions = rows.filter(({ kind, matter }) => kind === 'approval' && matter)
  if (questions.length === 0) return
  const keys = JSON.stringify(
    questions.map(({ user_id, entity, entity_id, matter }) => ({ user_id, entity, entity_id, matter })),
  )
  await sql`
    delete from notices as n
    using jsonb_to_recordset(${keys}::jsonb) as k(user_id int, entity text, entity_id int, matter text)
    where n.read_at is null and n.user_id = k.user_id
      and n.entity = k.entity and n.entity_id = k.entity_id and n.matter = k.matter`.execute(tx)
}

/** Whether a matter (alias `open`) has not passed at a moment. */
const isOpenAt = (at: string) => sql<boolean>`(open.until is null or open.until > ${at}::timestamptz)`

/** Settles notices whose matter has passed by itself. @returns the people they belonged to */
export async function settlePassed(tx: Transaction, at: string): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    update notices as n set read_at = ${at}, settled_at = ${at}
    from open_matters as open
    where n.entity = 'agreement' and n.matter like 'date %' and n.read_at is null
      and open.entity = 'agreement' and open.entity_id = n.entity_id and open.matter = n.matter and not ${isOpenAt(at)}
    returning n.user_id`.execute(tx)
  return rows.map(({ user_id }) => user_id)
}

/**
 * Settles notices of these things whose matter is no longer in `open_matters`.
 * @returns the people they belonged to, also for notices that are not shown behind the bell
 */
export async function settleNotices(tx: Transaction, entity: string, ids: number[], at: string): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    update notices as n set read_at = ${at}, settled_at = ${at}
    where n.entity = ${entity} and n.entity_id = any(${ids}::int[]) and n.matter is not null and n.read_at is null
      and not exists (
        select from open_matters as open
        where open.entity = ${entity} and open.entity_id = any(${ids}::int[])
          and open.entity_id = n.entity_id and open.matter = n.matter and ${isOpenAt(at)})
    returning n.user_id`.execute(tx)
  return rows.map(({ user_id }) => user_id)
}

/**
 * Reopens what was settled for these things and is open again, for each person the newest notice of a question. Nothing
 * is found by the moment at which it was settled: the events of one act have a moment each.
 * @returns the people the notices belong to
 */
export async function reopenNotices(tx: Transaction, entity: string, ids: number[], at: string): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    with own as materialized (
      select n.id, n.entity_id, n.matter, n.settled_at,
        row_number() over (partition by n.user_id, n.entity_id, n.matter order by n.id desc) as place
      from shared_events as e join notices as n on n.event_id = e.id
      where e.entity = ${entity} and e.entity_id = any(${ids}::int[])
        and n.entity = ${entity} and n.entity_id = any(${ids}::int[]) and n.matter is not null)
    update notices as n set read_at = null, settled_at = null
    from own
    where n.id = own.id and own.place = 1 and own.settled_at is not null
      and exists (
        select from open_matters as open
        where open.entity = ${entity} and open.entity_id = any(${ids}::int[])
          and open.entity_id = own.entity_id and open.matter = own.matter and ${isOpenAt(at)})
    returning n.user_id`.execute(tx)
  return rows.map(({ user_id }) => user_id)
}

/**
 * Deletes the notices of these events, and reopens what they settled for these agreements.
 * @returns the people whose bells have changed
 */
export async function takeBackNotices(
  tx: Transaction,
  { ids, events, at }: { ids: number[]; events: number[]; at: string },
): Promise<number[]> {
  const inserted = await sql<{ user_id: number }>`
    delete from notices where event_id = any(${events}::bigint[]) returning user_id`.execute(tx)
  const opened = await reopenNotices(tx, 'agreement', ids, at)
  return [...new Set([...inserted.rows.map(({ user_id }) => user_id), ...opened])]
}

/** Deletes the notices of these events about one agreement. @returns the people whose bells have changed */
export async function dropNoticesOf(tx: Transaction, agreement_id: number, events: number[]): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    delete from notices
    where event_id = any(${events}::bigint[]) and entity = 'agreement' and entity_id = ${agreement_id}
    returning user_id`.execute(tx)
  return rows.map(({ user_id }) => user_id)
}

/** An entry in a thread about a thing. */
interface EntryWords {
  entity: string
  entity_id: number
  thread_id: number
  entry_id: number
}

/**
 * Replaces the text of all notices that quote an entry. Reminders, and notices to whom a remark was given, quote
 * the entry that their thread began with.
 * @returns the people whose notices they are
 */
export async function eraseWords(
  tx: Transaction,
  { entity, entity_id, thread_id, entry_id }: EntryWords,
  text: string,
): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    update notices as n set text = ${text}
    from shared_events as e
    where e.entity = ${entity} and e.entity_id = ${entity_id} and n.event_id = e.id
      and ((e.data ->> 'entry_id')::int = ${entry_id}
        or (e.kind = 'thread.due' or e.data ->> 'owner_id' is not null) and (e.data ->> 'thread_id')::int = ${thread_id}
          and ${entry_id} = (select min(first.id) from shared_entries as first where first.thread_id = ${thread_id}))
    returning n.user_id`.execute(tx)
  return rows.map(({ user_id }) => user_id)
}

const ofPerson = (tx: Transaction, user_id: number, read_at: string | null) =>
  tx.updateTable('notices').set({ read_at }).where('user_id', '=', user_id)

/**
 * Marks notices as read or unread. Of several notices of changes of the same thing, or of the same
 * question, only the newest can become unread.
 */
export async function markSome(tx: Transaction, user_id: number, ids: number[], read_at: string | null): Promise<void> {
  const marked = ofPerson(tx, user_id, read_at).where('id', '=', oneOf(ids))
  if (read_at !== null) await marked.where('read_at', 'is', null).execute()
  else
    await marked
      .where(
        sql<boolean>`(kind not in ('changed', 'approval') or id = (
          select max(same.id) from notices as same
          where same.user_id = notices.user_id and same.kind = notices.kind
            and same.entity = notices.entity and same.entity_id = notices.entity_id
            and (same.kind = 'changed' or same.matter is not distinct from notices.matter)))`,
      )
      .execute()
}

/** Marks what the person has seen; notices for the daily letter alone were not shown, and stay unread for it. */
export const markUntil = (tx: Transaction, user_id: number, until: number, read_at: string) =>
  ofPerson(tx, user_id, read_at)
    .where('id', '<=', until)
    .where('screen', '=', true)
    .where('read_at', 'is', null)
    .execute()

/** Stores a person's choices; kinds that are not among them stay as they are. */
export async function writeSettings(tx: Transaction, user_id: number, own: notices.Setting[]): Promise<void> {
  if (own.length === 0) return
  const rows = own.map((setting) => ({ user_id, ...setting }))
  await insertRows(tx, 'notice_settings', rows)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'kind']).doUpdateSet((eb) => ({
        screen: eb.ref('excluded.screen'),
        letter: eb.ref('excluded.letter'),
        digest: eb.ref('excluded.digest'),
      })),
    )
    .execute()
}

/**
 * Stores when a person wants the daily letter. Somebody who chooses a time that is still to come today gets no letter
 * for yesterday.
 */
export const writeDigestTime = (tx: Transaction, user_id: number, digest_time: string, today: string) =>
  tx
    .insertInto('notice_digests')
    .values({ user_id, digest_time, digested_on: sql`${today}::date - 1` })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({
        digest_time,
        digested_on: sql`case when notice_digests.digest_time = excluded.digest_time then notice_digests.digested_on
          else greatest(notice_digests.digested_on, excluded.digested_on) end`,
      }),
    )
    .execute()

export const writeWatching = (tx: Transaction, row: RowOf<'watchers'>) =>
  tx
    .insertInto('watchers')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['entity', 'entity_id', 'user_id']).doUpdateSet({ watches: row.watches, at: row.at }),
    )
    .execute()

/** Claims a person's day for this process. @returns false if the day's letter has been made already */
export async function takeDay(tx: Transaction, user_id: number, day: string, usual: string): Promise<boolean> {
  const taken = await tx
    .insertInto('notice_digests')
    .values({ user_id, digest_time: usual, digested_on: day })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ digested_on: day })
        .where((eb) =>
          eb.or([
            eb('notice_digests.digested_on', 'is', null),
            eb('notice_digests.digested_on', '<', day),
            // Taken while the clock was ahead: no other process can be more than a day further.
            eb('notice_digests.digested_on', '>', addDays(day, 1)),
          ]),
        ),
    )
    .returning('user_id')
    .executeTakeFirst()
  return taken !== undefined
}

export const markDigested = (tx: Transaction, ids: number[]) =>
  tx.updateTable('notices').set({ digested: true }).where('id', '=', oneOf(ids)).execute()

/** @param before ISO 8601: notices read before `read` are deleted, and all from before `written` */
export const sweepNotices = (tx: Transaction, before: { read: string; written: string }) =>
  tx
    .deleteFrom('notices')
    .where((eb) => eb.or([eb('read_at', '<', before.read), eb('at', '<', before.written)]))
    .execute()

/** Makes people follow things, except those who have already chosen whether they do. */
export async function beginWatching(tx: Transaction, rows: RowOf<'watchers'>[]): Promise<void> {
  if (rows.length === 0) return
  await insertRows(tx, 'watchers', rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Writes other words for the same questions about agreements. */
export const rewriteQuestions = (tx: Transaction, changes: { matter: string; rewritten: string }[]) =>
  sql`
    update notices as n set matter = change.rewritten
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as change(matter text, rewritten text)
    where n.entity = 'agreement' and n.matter = change.matter`.execute(tx)
