import { sql } from 'kysely'
import { advisoryLocks } from '../../../../platform/database/advisory-locks.ts'
import { oneForAnother } from '../../../../platform/named-apart.ts'
import { oneOf } from '../../../../platform/sql.ts'
import type { Transaction } from '../../../../platform/transaction.ts'
import type { ImportedRow } from '../../rules.ts'
import { firstStatus } from '../requests.ts'

/** Imports run one after another. */
export const takeTurn = (tx: Transaction) => sql`select pg_advisory_xact_lock(${advisoryLocks.importing})`.execute(tx)

/** The values of a new request that its row does not have. */
export interface Defaults {
  source: string
  status_id: number
  type_id: number
  author_id: number
  idcomp: number
  idmod: number
  at: string
}

/** @returns ids by key */
export async function insertRequests(
  tx: Transaction,
  drafts: { source_key: string; row: ImportedRow }[],
  defaults: Defaults,
): Promise<Map<string, number>> {
  const rows = drafts.map(({ source_key, row }) => ({ ...row, source_key }))
  const made = await sql<{ id: number; source_key: string }>`
    insert into requests (source, source_key, e_title, text, status_id, new_status_id, type_id, author_id, idcomp, idmod, priority,
      urgency, "isPaid", "inBacklog", planned_time, backlog_version, created_at, updated_at)
    select ${defaults.source}, w.source_key, w.e_title, coalesce(w.text, ''), coalesce(w.status_id, ${defaults.status_id}),
      ${defaults.status_id}::int, coalesce(w.type_id, ${defaults.type_id}), coalesce(w.author_id, ${defaults.author_id}), coalesce(w.idcomp, ${defaults.idcomp}),
      coalesce(w.idmod, ${defaults.idmod}), w.priority, coalesce(w.urgency, 1), coalesce(w."isPaid", false),
      case when w.planned_time is not null then false end, w.planned_time,
      case when w.planned_time is not null then 1 else 0 end, coalesce(w.created_at, ${defaults.at}), ${defaults.at}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w(source_key text, e_title text, text text, status_id int,
      type_id int, author_id int, idcomp int, idmod int, priority smallint, urgency smallint, "isPaid" boolean,
      planned_time int, created_at timestamptz)
    returning id, source_key`.execute(tx)
  return new Map(made.rows.map(({ id, source_key }) => [source_key, id]))
}

/** The fields that the history records, in readable form; the rows are locked. */
export const lockReadable = (tx: Transaction, ids: number[]) =>
  tx
    .selectFrom('requests as q')
    .innerJoin('request_statuses as s', 's.id', 'q.status_id')
    .innerJoin('request_types as t', 't.id', 'q.type_id')
    .innerJoin('shared_users as u', 'u.id', 'q.author_id')
    .innerJoin('shared_companies as c', 'c.idcomp', 'q.idcomp')
    .innerJoin('shared_modules as m', 'm.idmod', 'q.idmod')
    .innerJoin('shared_systems as sy', 'sy.idsys', 'm.idsys')
    .select(['c.namecomp as company', sql<string>`sy.namesys || ' / ' || m.namemod`.as('module')])
    .select([
      'u.name as author',
      'q.id',
      'q.e_title',
      'q.text',
      's.name as status',
      't.name as type',
      'q.priority',
      'q.urgency',
      'q.isPaid',
    ])
    .select(['q.inBacklog', 'q.planned_time', 'q.author_id', 'q.idcomp', 'q.idmod'])
    .where('q.id', '=', oneOf(ids))
    .orderBy('q.id')
    .forNoKeyUpdate('q')
    .execute()

type Readable = Awaited<ReturnType<typeof lockReadable>>[number]

/** A request before and after a change in the words of the history; who and what it names may have one name. */
export function inHistoryWords(before: Readable, after: Readable) {
  const [author, authorNow] = oneForAnother(
    { id: before.author_id, name: before.author },
    { id: after.author_id, name: after.author },
  )
  const [company, companyNow] = oneForAnother(
    { id: before.idcomp, name: before.company },
    { id: after.idcomp, name: after.company },
  )
  const [module, moduleNow] = oneForAnother(
    { id: before.idmod, name: before.module },
    { id: after.idmod, name: after.module },
  )
  return {
    before: { ...before, author, company, module },
    after: { ...after, author: authorNow, company: companyNow, module: moduleNow },
  }
}

interface Update {
  known: { id: number }
  changes: Partial<ImportedRow>
}

/** Writes the changed fields of each request; `planned_time` creates the backlog record if there is none. */
export async function updateRequests(tx: Transaction, updates: Update[], at: string): Promise<void> {
  const rows = updates.map(({ known, changes }) => ({ id: known.id, changes }))
  await sql`
    update requests q
    set e_title = coalesce(w.e_title, q.e_title), text = coalesce(w.text, q.text),
      status_id = coalesce(w.status_id, q.status_id),
      new_status_id = case when w.status_id <> q.status_id then ${firstStatus} else q.new_status_id end,
      type_id = coalesce(w.type_id, q.type_id),
      idcomp = coalesce(w.idcomp, q.idcomp), idmod = coalesce(w.idmod, q.idmod),
      author_id = coalesce(w.author_id, q.author_id),
      urgency = coalesce(w.urgency, q.urgency), "isPaid" = coalesce(w."isPaid", q."isPaid"),
      priority = case when c.changes ? 'priority' then w.priority else q.priority end,
      planned_time = case when c.changes ? 'planned_time' then w.planned_time else q.planned_time end,
      "inBacklog" = case when w.planned_time is not null then coalesce(q."inBacklog", false) else q."inBacklog" end,
      version = q.version + 1, updated_at = ${at},
      backlog_version = case when c.changes ? 'planned_time' then q.version + 1 else q.backlog_version end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c(id int, changes jsonb)
    cross join lateral jsonb_to_record(c.changes) as w(e_title text, text text, status_id int, type_id int, idcomp int,
      idmod int, priority smallint, urgency smallint, "isPaid" boolean, planned_time int, author_id int)
    where q.id = c.id`.execute(tx)
}

/** The people of a company that gets requests read nothing of what was recorded before. */
export const partChanges = (tx: Transaction, ids: number[]) =>
  sql`
    update requests as q
    set former_change_id = coalesce((
      select max(h.id) from shared_history as h where h.entity = 'request' and h.entity_id = q.id), 0)
    where q.id = any(${ids}::int[])`.execute(tx)

/** Remembers the rows of the file for the next import. */
export const rememberRows = (tx: Transaction, rows: { request_id: number; row: ImportedRow }[], at: string) =>
  sql`
    insert into imported_rows (request_id, "row", at)
    select w.request_id, w."row", ${at} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w(request_id int, "row" jsonb)
    on conflict (request_id) do update set "row" = excluded."row", at = excluded.at`.execute(tx)

interface Authorship {
  /** Who becomes the author. */
  author_id: number
  /** What the remembered rows say then; null if the files' name belongs to nobody here. */
  remembered: number | null
  at: string
}

/** Gives requests another author, as if the last import had known them. */
export async function writeAuthor(tx: Transaction, ids: number[], { author_id, remembered, at }: Authorship) {
  await tx
    .updateTable('requests')
    .set((eb) => ({ author_id, version: eb('version', '+', 1), updated_at: at }))
    .where('id', '=', oneOf(ids))
    .execute()
  await sql`
    update imported_rows
    set "row" = ${remembered === null ? sql`"row" - 'author_id'` : sql`"row" || jsonb_build_object('author_id', ${remembered}::int)`}
    where request_id = any(${ids}::int[])`.execute(tx)
}

/** Remembers the company of what no client may see: it may get another name. */
export const rememberClosed = (tx: Transaction, idcomp: number) =>
  tx
    .insertInto('import_closed_companies')
    .values({ idcomp })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
