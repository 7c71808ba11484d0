import { sql } from 'kysely'
import type { requests } from '@vypusk/contract'
import type { Db, Person } from '../../../platform/call.ts'
import { seesHours } from '../../../platform/person.ts'
import { statement } from '../../../platform/statement.ts'
import { eyesOf, knows, type Viewer } from '../../access/port.ts'
import { backlogOf, hoursOf } from '../rules.ts'
import { nameIn, namesIn, type Names } from './names.ts'
import { requestsFor } from './scope.ts'
import { oneOf } from '../../../platform/sql.ts'

/** Requests by their ids, or those of one release. */
export type Which = { ids: number[] } | { release_id: number }

/** The rows of the contract that the person may see, by id. */
export async function requestRows(db: Db, person: Person, which: Which): Promise<requests.RequestRow[]> {
  return namedRows(db, person, await rowsOf.all(db, { viewer: eyesOf(person), ...which }))
}

/** The same rows in the order of the ids. */
export async function rowsInOrder(db: Db, person: Person, ids: number[]): Promise<requests.RequestRow[]> {
  const byId = new Map((await requestRows(db, person, { ids })).map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/**
 * The release `r` of a request `q` was closed without being handed over to its company, as `calledOff` of the room of
 * releases says of an agreement; null if it was not. The companies are looked up only where they can differ.
 */
const calledOff = sql<boolean | null>`(case
  when not r.is_closed then null
  when r.published_at is null then true
  when not exists (
    select from handed_for_requests as handed where handed.release_id = r.id and handed.idcomp = q.idcomp) then true
  end)`

/** The columns of the rows; names of what they refer to are read separately and remembered (`namesIn`). */
export const columnsOf = (set: ReturnType<typeof requestsFor>, viewer: Viewer) =>
  set
    .leftJoin('releases_for_requests as r', (join) => join.onRef('r.id', '=', 'q.release_id').on(knows.release(viewer)))
    .select(['q.id', 'q.e_title', 'q.created_at', 'q.priority', 'q.urgency', 'q.isPaid', 'q.version', 'q.source_key'])
    .select(['q.inBacklog', 'q.backlog_title', 'q.planned_time', 'q.backlog_priority'])
    .select(['q.status_id', 'q.type_id', 'q.author_id', 'q.idcomp', 'q.idmod'])
    .select(['r.id as release_id', 'r.title as release_title', 'r.plan_date', calledOff.as('called_off')])

interface RowsInput {
  viewer: Viewer
  ids?: number[]
  release_id?: number
}

const rowsOf = statement((db, { viewer, ids, release_id }: RowsInput) =>
  columnsOf(requestsFor(db, viewer), viewer)
    .$if(ids !== undefined, (set) => set.where('q.id', '=', oneOf(ids)))
    .$if(release_id !== undefined, (set) => set.where('q.release_id', '=', release_id ?? 0))
    .orderBy('q.id'),
)

type Row = Awaited<ReturnType<typeof rowsOf.all>>[number]

const COLUMNS = [
  'id',
  'e_title',
  'idcomp',
  'idmod',
  'status_id',
  'type_id',
  'author_id',
  'created_at',
  'urgency',
  'priority',
  'isPaid',
  'release_title',
  'plan_date',
  'called_off',
  'source_key',
  'backlog_priority',
  'planned_time',
  'inBacklog',
  'backlog_title',
] as const satisfies (keyof Row)[]

/** Rows column by column, each column as a JSON array. */
export type RowColumns = Record<(typeof COLUMNS)[number], string>

/** The values of a column; nothing is planned for a release that was called off. */
const valuesOf = (column: (typeof COLUMNS)[number]) =>
  column === 'plan_date' ? sql`case when row.called_off then null else row.plan_date end` : sql.ref(`row.${column}`)

const inColumns = statement((db, { viewer, ids }: { viewer: Viewer; ids: number[] }) => {
  const given = sql<{ id: number; place: number }>`(
    select id, place from unnest(${ids}::int[]) with ordinality as given (id, place))`.as('given')
  const rows = columnsOf(requestsFor(db, viewer), viewer).innerJoin(given, 'given.id', 'q.id').orderBy('given.place')
  return db
    .selectFrom(rows.as('row'))
    .select(COLUMNS.map((column) => sql<string>`coalesce(json_agg(${valuesOf(column)}), '[]')::text`.as(column)))
})

/**
 * Returns rows in the order of the ids, aggregated by the database, for workbooks of up to a million rows. Parsing them
 * one by one would take the process several times as long.
 */
export const columnsInOrder = (db: Db, person: Person, ids: number[]): Promise<RowColumns> =>
  inColumns.one(db, { viewer: eyesOf(person), ids })

/** Converts the table's rows to the contract's. */
export async function namedRows(db: Db, person: Person, rows: Row[]): Promise<requests.RequestRow[]> {
  const names = await namesIn(db, rows)
  return rows.map((row) => rowOf(row, names, person))
}

const recordFor = (person: Person, row: Row) => {
  if (person.isRivc) return backlogOf(row)
  return seesHours(person) ? hoursOf(row) : null
}

function rowOf(row: Row, names: Names, person: Person): requests.RequestRow {
  const { id, e_title, created_at, priority, urgency, isPaid, source_key, version } = row
  const { release_id, release_title: title, plan_date, called_off } = row
  return {
    id,
    e_title,
    created_at,
    status: nameIn(names.status, row.status_id),
    type: nameIn(names.type, row.type_id),
    author: nameIn(names.author, row.author_id),
    company: nameIn(names.company, row.idcomp),
    module: nameIn(names.module, row.idmod),
    release:
      release_id && title && plan_date ? { id: release_id, title, plan_date, called_off: called_off === true } : null,
    priority,
    urgency,
    isPaid,
    source_key,
    backlog_request: recordFor(person, row),
    version,
  }
}
