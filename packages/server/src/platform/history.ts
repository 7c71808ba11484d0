import { sql, type Expression, type RawBuilder } from 'kysely'
import { jsonArrayFrom, jsonBuildObject } from 'kysely/helpers/postgres'
import { requests, type Change } from '@vypusk/contract'
import { noteChained } from './chain.ts'
import { chainOf } from './chain/record.ts'
import { momentOf, type Clock } from './clock.ts'
import type { Db } from './database.ts'
import type { Person } from './person.ts'
import { momentInJson, oneOf } from './sql.ts'
import { statement } from './statement.ts'
import type { Transaction } from './transaction.ts'

/** Entities that have a history: rooms add theirs in their events.ts by declaration merging. */
export interface HistoryEntities {}
export type HistoryEntity = keyof HistoryEntities

/** Who makes a change: a call, a job, a script, or a listener of an event from one of them. */
export interface Recorder {
  deps: { clock: Clock }
  person: Person
}

/** How a change was made. */
export type Via = 'screen' | 'letter' | 'on_behalf' | 'import' | 'schedule' | 'console'

export interface Refs {
  before: number | null
  after: number | null
}

export interface Changes<Row> {
  entity: HistoryEntity
  entity_id: number
  /** The fields to record, with their Russian names. */
  titles: Partial<Record<keyof Row & string, string>>
  /** Null when the thing has just been created. */
  before: Row | null
  after: Row
  via?: Via
  note?: string
  /** Notes of single fields in place of `note`: what only those may read who may read that field. */
  notes?: Partial<Record<keyof Row & string, string>>
  /** The ids of the things that the values name, which keep them when their titles change. */
  refs?: Refs
  /**
   * The chain that the record belongs to, if the thing itself does not determine it: for things handed to many
   * companies (docs/decisions/0063).
   */
  chain?: { release_id: number; company_id: number }
}

const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)
const blank = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** Rows of one insert: a few megabytes. */
const ROWS_AT_ONCE = 5000

/**
 * SQL that inserts the rows in their order. Rows belong to a chain if they name it, or if everything about their thing
 * belongs to one.
 */
export const insertion = (rows: RawBuilder<string>) => sql`
  insert into history (entity, entity_id, field, title, before, after, user_id, address, via, note, at, chain, refs)
  select entity, entity_id, field, title, coalesce(before, 'null'), coalesce(after, 'null'), user_id, address, via, note,
    at, coalesce(chain, (select whose.release_id || '/' || whose.company_id from chained_for_platform as whose
      where whose.entity = changed.entity and whose.entity_id = changed.entity_id)), refs
  from rows from (jsonb_to_recordset(${rows}::jsonb) as (entity text, entity_id int, field text, title text,
    before jsonb, after jsonb, user_id int, address text, via text, note text, at timestamptz, chain text, refs jsonb)) with ordinality
    as changed(entity, entity_id, field, title, before, after, user_id, address, via, note, at, chain, refs, place)
  order by place
  returning id, chain`

const writing = statement(
  (_, { rows }: { rows: string }) => sql<{ id: number }>`
    with written as (${insertion(sql`${rows}`)}) select id from written where chain is not null`,
)

/**
 * The only source of history: compares before and after field by field and writes what differs, in the transaction of
 * the change.
 * @returns the fields that changed
 */
export async function recordChanges<Row extends object>(
  tx: Transaction,
  actor: Recorder,
  changes: Changes<Row>,
): Promise<(keyof Row & string)[]> {
  const [fields = []] = await recordMany(tx, actor, [changes])
  return fields
}

/**
 * The same for many things at once.
 * @returns the fields that changed, for each thing
 */
export async function recordMany<Row extends object>(
  tx: Transaction,
  actor: Recorder,
  all: Changes<Row>[],
): Promise<(keyof Row & string)[][]> {
  const fields = all.map(changedFields)
  const at = momentOf(actor.deps.clock)
  const rows = all.flatMap((changes, index) => historyRows(changes, fields[index] ?? [], actor.person, at))
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const chained = await writing.all(tx, { rows: JSON.stringify(rows.slice(from, from + ROWS_AT_ONCE)) })
    noteChained(
      tx,
      chained.map(({ id }) => id),
    )
  }
  return fields
}

/** History rows that are not written yet: an event writes them along with itself (events.ts). */
export interface Recorded {
  rows: string
}

/** What `recordChanges` would write, to be written together with the event about it. */
export function recorded<Row extends object>(actor: Recorder, changes: Changes<Row>): Recorded {
  const rows = historyRows(changes, changedFields(changes), actor.person, momentOf(actor.deps.clock))
  return { rows: JSON.stringify(rows) }
}

const changedFields = <Row extends object>({ titles, before, after }: Changes<Row>) =>
  (Object.keys(titles) as (keyof Row & string)[]).filter((field) =>
    before ? !same(before[field], after[field]) : !blank(after[field]),
  )

function historyRows<Row extends object>(
  changes: Changes<Row>,
  fields: (keyof Row & string)[],
  { id, email }: Person,
  at: string,
) {
  const { entity, entity_id, titles, before, after, via = 'screen', note = null, notes, chain, refs = null } = changes
  return fields.map((field) => ({
    entity,
    entity_id,
    field,
    title: titles[field] ?? field,
    before: before?.[field] ?? null,
    after: after[field] ?? null,
    user_id: id || null,
    // People without an account answer through a letter; its address is recorded in place of the person.
    address: id ? null : email,
    via,
    note: notes?.[field] ?? note,
    at,
    chain: chain ? chainOf(chain) : null,
    refs,
  }))
}

/** What this transaction has written to the history of these things so far, in order. */
export const changesInside = (tx: Transaction, entity: HistoryEntity, ids: number[]) =>
  tx
    .selectFrom('history')
    .select(['entity_id', 'field', 'title', 'before', 'after'])
    // Written only above, from Refs.
    .select(sql<Refs | null>`refs`.as('refs'))
    .where('entity', '=', entity)
    .where('entity_id', '=', oneOf(ids))
    .where(sql<boolean>`xmin = pg_current_xact_id()::xid`)
    .orderBy('id')
    .execute()

/** How many changes of one thing are shown. */
const MOST = 1000

/** Kept only as evidence: pages have separate lists of deliveries and of what was handed over. */
const EVIDENCE = ['delivery', 'handed', 'withdrawn_from']

/** What fields are called now: a row keeps the title it was written with, and people read the present one. */
const PRESENT_TITLES: Partial<Record<HistoryEntity, Record<string, string>>> = { request: requests.fieldTitles }

/** The present title of the field in a history row. */
export const presentTitle = (entity: HistoryEntity, { field, title }: { field: string; title: string }): string =>
  PRESENT_TITLES[entity]?.[field] ?? title

const titleIn = (entity: HistoryEntity) =>
  sql<string>`coalesce(${sql.lit(JSON.stringify(PRESENT_TITLES[entity] ?? {}))}::jsonb ->> history.field, history.title)`

/** A subquery for the changes of one thing, for use in `jsonArrayFrom`, newest first. */
export const changesIn = (db: Db, entity: HistoryEntity, entity_id: Expression<number>) =>
  db
    .selectFrom('history')
    .leftJoin('users_for_platform as users', 'users.id', 'history.user_id')
    .select(['history.id', momentInJson('history.at').as('at'), 'field', 'before', 'after', 'via', 'note'])
    .select(titleIn(entity).as('title'))
    .select((eb) => [
      jsonBuildObject({
        id: eb.fn.coalesce('history.user_id', eb.lit(0)),
        name: eb.fn.coalesce('users.name', 'history.address', sql<string>`''`),
      }).as('user'),
    ])
    .where('entity', '=', sql.lit(entity))
    .where('entity_id', '=', entity_id)
    .where(
      'field',
      'not in',
      EVIDENCE.map((field) => sql.lit(field)),
    )
    .orderBy('history.id', 'desc')
    .limit(sql.lit(MOST))

const changes = statement((db, { entity_id }: { entity_id: number }, { entity }: { entity: HistoryEntity }) =>
  db.selectNoFrom(jsonArrayFrom(changesIn(db, entity, sql`${entity_id}::int`)).as('changes')),
)

const changesOfAll = statement((db, { ids }: { ids: number[] }, { entity }: { entity: HistoryEntity }) =>
  db.selectNoFrom(jsonArrayFrom(changesIn(db, entity, oneOf(ids))).as('changes')),
)

/** The changes of several things that are shown as one, newest first. */
export const historyOfAll = async (db: Db, entity: HistoryEntity, ids: number[]): Promise<Change[]> =>
  (await changesOfAll.first(db, { ids }, { entity }))?.changes ?? []

/** The changes of one thing, newest first. */
export const historyOf = async (db: Db, entity: HistoryEntity, entity_id: number): Promise<Change[]> =>
  (await changes.first(db, { entity_id }, { entity }))?.changes ?? []
