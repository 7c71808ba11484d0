import { sql, type Insertable } from 'kysely'
import type { registry } from '@vypusk/contract'
import type { Person } from '../../platform/call.ts'
import type { DB } from '../../platform/db-types.gen.ts'
import { orderedList } from '../../platform/ordered-list.ts'
import { insertRows, type RowOf } from '../../platform/inserting.ts'
import type { Transaction } from '../../platform/transaction.ts'
import { COLUMNS, type Values } from './rules.ts'
import { oneOf } from '../../platform/sql.ts'
import { eyesOf, knows } from '../access/port.ts'

export interface LockedEntry extends Values {
  id: number
  version: number
  /** By column, the version at its last write; null if nothing has been written since the entry was made. */
  field_versions: Readonly<Record<string, number>> | null
  isFirst: boolean
}

/** Locks the entries that the person may see, in the order of their ids so that two writers cannot deadlock. */
export const lockEntries = (tx: Transaction, person: Person, ids: number[]): Promise<LockedEntry[]> =>
  tx
    .selectFrom('registry_entries as e')
    .where(knows.registryEntry({ ...eyesOf(person), can_enter_registry: person.can_enter_registry }))
    .select(['e.id', 'e.version', 'e.idcomp as company', 'e.request_id as request', 'e.title', 'e.description'])
    .select(['e.step_id as step', 'e.priority', 'e.responsible_id as responsible', 'e.boss_id as boss'])
    .select(['e.due_date', 'e.planned_time', sql<boolean>`e.step_id = e.first_step_id`.as('isFirst')])
    .select(sql<LockedEntry['field_versions']>`e.field_versions`.as('field_versions'))
    .where('e.id', '=', oneOf(ids))
    .orderBy('e.id')
    .forUpdate()
    .execute()

const first = sql<number>`(select id from registry_steps where hidden_at is null order by "order", id limit 1)`

/** The step that every entry begins on. It is kept beside each step that is written (docs/decisions/0175). */
export async function firstStep(tx: Transaction): Promise<number> {
  const { id } = await tx.selectNoFrom(first.as('id')).executeTakeFirstOrThrow()
  return id
}

/** The names of everything that entries refer to, by id. */
export interface EntryNames {
  company: Map<number, string>
  step: Map<number, { name: string; is_hidden: boolean }>
  people: Map<number, { name: string; isRivc: boolean; idcomp: number | null; isGone: boolean }>
}

const idsOf = (all: Partial<Values>[], field: 'company' | 'responsible' | 'boss') =>
  all.flatMap((values) => values[field] ?? [])

/** Looks up all names at once, however many entries there are. */
export async function namesFor(tx: Transaction, all: Partial<Values>[]): Promise<EntryNames> {
  const companies = await tx
    .selectFrom('shared_companies as companies')
    .select(['idcomp', 'namecomp'])
    .where('idcomp', '=', oneOf(idsOf(all, 'company')))
    .where('deleted_at', 'is', null)
    .execute()
  // Locked, so that none of them is hidden before the entries are saved.
  const steps = await tx
    .selectFrom('registry_steps')
    .select(['id', 'name', sql<boolean>`hidden_at is not null`.as('is_hidden')])
    .forKeyShare()
    .execute()
  const people = await tx
    .selectFrom('shared_users as users')
    .select([
      'id',
      'name',
      'isRivc',
      'idcomp',
      sql<boolean>`is_blocked or is_service or deleted_at is not null`.as('isGone'),
    ])
    .where('id', '=', oneOf([...idsOf(all, 'responsible'), ...idsOf(all, 'boss')]))
    .execute()
  return {
    company: new Map(companies.map(({ idcomp, namecomp }) => [idcomp, namecomp])),
    step: new Map(steps.map(({ id, ...step }) => [id, step])),
    people: new Map(people.map(({ id, ...person }) => [id, person])),
  }
}

/** Takes the next `count` numbers of a year. @returns the first of them */
export async function takeNumbers(tx: Transaction, year: number, count: number): Promise<number> {
  const { last } = await tx
    .insertInto('registry_numbers')
    .values({ year, last: count })
    .onConflict((conflict) =>
      conflict.column('year').doUpdateSet((eb) => ({ last: eb('registry_numbers.last', '+', count) })),
    )
    .returning('last')
    .executeTakeFirstOrThrow()
  return last - count + 1
}

export const asColumns = (values: Values) =>
  Object.fromEntries(
    Object.entries(COLUMNS).map(([field, column]) => [column, values[field as registry.Field]]),
  ) as Pick<Insertable<DB['registry_entries']>, (typeof COLUMNS)[registry.Field]>

/** @returns the ids in the order of the rows */
export async function insertEntries(tx: Transaction, rows: RowOf<'registry_entries'>[]): Promise<number[]> {
  const made = await insertRows(tx, 'registry_entries', rows).returning(['id', 'number']).execute()
  const byNumber = new Map(made.map(({ id, number }) => [number, id]))
  return rows.flatMap(({ number }) => byNumber.get(number) ?? [])
}

/**
 * Writes whole entries, each with its own values, in one statement. The people of a company that gets an entry read
 * nothing of what was written before; the caller has recorded the change already.
 */
export async function writeEntries(tx: Transaction, entries: (Values & { id: number })[], at: string): Promise<void> {
  if (entries.length === 0) return
  const rows = entries.map((values) => ({ id: values.id, ...asColumns(values) }))
  await sql`
    update registry_entries e
    set idcomp = w.idcomp, request_id = w.request_id, title = w.title, description = w.description, step_id = w.step_id,
      first_step_id = case when e.step_id = w.step_id then e.first_step_id else ${first} end, priority = w.priority, responsible_id = w.responsible_id, boss_id = w.boss_id, due_date = w.due_date,
      planned_time = w.planned_time, version = e.version + 1, updated_at = ${at},
      former_comment_id = case when e.idcomp = w.idcomp then e.former_comment_id else coalesce((
        select max(c.id) from registry_comments as c where c.entry_id = e.id), 0) end,
      former_change_id = case when e.idcomp = w.idcomp then e.former_change_id else coalesce((
        select max(h.id) from shared_history as h where h.entity = 'registry_entry' and h.entity_id = e.id), 0) end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as w(id int, idcomp int, request_id int, title text, description text, step_id int, priority smallint,
        responsible_id int, boss_id int, due_date date, planned_time int)
    where e.id = w.id`.execute(tx)
}

/** Locks a deleted entry; undefined if it is not deleted. */
export const lockDeleted = (tx: Transaction, id: number) =>
  tx
    .selectFrom('registry_entries')
    .select('step_id')
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst()

/** Puts an entry on the first step. */
export const beginAnew = (tx: Transaction, id: number, step_id: number) =>
  tx
    .updateTable('registry_entries')
    .set((eb) => ({ step_id, first_step_id: step_id, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()

/** @returns the comment's id */
export async function insertComment(
  tx: Transaction,
  comment: Insertable<DB['registry_comments']>,
  mentions: number[],
): Promise<number> {
  const { id } = await tx.insertInto('registry_comments').values(comment).returning('id').executeTakeFirstOrThrow()
  const rows = mentions.map((user_id) => ({ comment_id: id, user_id }))
  if (rows.length > 0) await insertRows(tx, 'registry_mentions', rows).execute()
  return id
}

/** Updates the time of the last activity for a comment and locks the entry; the version stays. */
export const touchEntry = (tx: Transaction, id: number, at: string) =>
  tx.updateTable('registry_entries').set({ updated_at: at }).where('id', '=', id).execute()

interface ReadUpTo {
  user_id: number
  entry_id: number
  /** The last comment that was shown; without it, the newest. */
  until?: number | undefined
}

/**
 * Marks the comments of an entry up to one of them as read; the mark never goes back.
 * @returns false if they were marked already
 */
export const writeRead = async (tx: Transaction, { user_id, entry_id, until }: ReadUpTo): Promise<boolean> => {
  const { rows } = await sql`
    insert into registry_reads (user_id, entry_id, comment_id)
    select ${user_id}, ${entry_id}, max(id) from registry_comments
    where entry_id = ${entry_id} and id <= coalesce(${until ?? null}::int, id)
    having max(id) is not null
    on conflict on constraint registry_reads_pk
    do update set comment_id = excluded.comment_id where registry_reads.comment_id < excluded.comment_id
    returning comment_id`.execute(tx)
  return rows.length > 0
}

/** Locks the person's visits; undefined if they have never been here. */
export const lockVisit = (tx: Transaction, user_id: number) =>
  tx
    .selectFrom('registry_visits')
    .select(['previous_at', 'last_at'])
    .where('user_id', '=', user_id)
    .forUpdate()
    .executeTakeFirst()

/** Records that the person is in the registry now. @param previous_at when the visit before this one ended */
export const writeVisit = (tx: Transaction, user_id: number, previous_at: string | null, at: string) =>
  tx
    .insertInto('registry_visits')
    .values({ user_id, first_at: at, previous_at, last_at: at })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ previous_at, last_at: at }))
    .execute()

export const registryStepList = orderedList({ table: 'registry_steps', id: 'id', name: 'name', hidden: 'hidden_at' })
