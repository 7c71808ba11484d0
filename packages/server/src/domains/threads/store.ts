import { sql, type Insertable, type Updateable } from 'kysely'
import type { DB } from '../../platform/db-types.gen.ts'
import { insertRows } from '../../platform/inserting.ts'
import type { Transaction } from '../../platform/transaction.ts'
import type { SubjectId } from './rules.ts'

/**
 * Locks the subject of threads until the transaction ends. Locks are always taken from the subject to the thread, never
 * back.
 */
export async function lockSubject(tx: Transaction, { entity, entity_id }: SubjectId): Promise<void> {
  const from = entity === 'agreement' ? ('agreements_for_threads' as const) : ('requests_for_threads' as const)
  await tx.selectFrom(from).select('id').where('id', '=', entity_id).forUpdate().execute()
}

export const columnsOf = ({ entity, entity_id }: SubjectId) => ({
  agreement_id: entity === 'agreement' ? entity_id : null,
  request_id: entity === 'request' ? entity_id : null,
})

export const insertThread = (tx: Transaction, row: Insertable<DB['threads']>) =>
  tx.insertInto('threads').values(row).returning(['id', 'version']).executeTakeFirstOrThrow()

/** @returns the new version */
export async function updateThread(tx: Transaction, id: number, set: Updateable<DB['threads']>): Promise<number> {
  const { version } = await tx
    .updateTable('threads')
    .set((eb) => ({ ...set, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

/** Leaves the version alone: no form edits this column, so no edit can conflict with it. */
export const markReminded = (tx: Transaction, id: number, reminded: string) =>
  tx.updateTable('threads').set({ reminded }).where('id', '=', id).execute()

export const insertEntry = (tx: Transaction, row: Insertable<DB['entries']>) =>
  tx.insertInto('entries').values(row).returning('id').executeTakeFirstOrThrow()

export const updateEntry = (tx: Transaction, id: number, set: Updateable<DB['entries']>) =>
  tx
    .updateTable('entries')
    .set((eb) => ({ ...set, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()

/** Replaces the people that an entry mentions. @param users ids without repetition */
export async function writeMentions(tx: Transaction, entry_id: number, users: number[]): Promise<void> {
  await tx.deleteFrom('entry_mentions').where('entry_id', '=', entry_id).execute()
  if (users.length === 0) return
  const rows = users.map((user_id) => ({ entry_id, user_id }))
  await insertRows(tx, 'entry_mentions', rows).execute()
}

/** Replaces the files of an entry. @param files ids without repetition */
export async function writeFiles(tx: Transaction, entry_id: number, files: number[]): Promise<void> {
  await tx
    .deleteFrom('entry_files')
    .where('entry_id', '=', entry_id)
    .where('file_id', '<>', sql<number>`all(${files}::int[])`)
    .execute()
  if (files.length === 0) return
  const rows = files.map((file_id) => ({ entry_id, file_id }))
  await insertRows(tx, 'entry_files', rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Creates the missing conversations of requests, without a question that waits for an answer. */
export const writeMissingTalks = (
  tx: Transaction,
  { requests, author_id, at }: { requests: number[]; author_id: number; at: string },
) =>
  sql`
    insert into threads (request_id, kind, side, author_id, state, created_at, updated_at)
    select wanted.request_id, 'talk', 'staff', ${author_id}, 'answered', ${at}, ${at}
    from unnest(${requests}::int[]) as wanted(request_id)
    where not exists (select 1 from threads as t where t.request_id = wanted.request_id and t.kind = 'talk')
    order by wanted.request_id`.execute(tx)

/** An entry that was written in another system. */
interface ImportedEntry {
  thread_id: number | undefined
  side: string
  author_id: number
  internal: boolean
  html: string
  text: string
  at: string
  name: string
  as: string | null
}

export const writeImported = (tx: Transaction, rows: ImportedEntry[]) =>
  sql`
    insert into entries (thread_id, side, author_id, html, text, internal, created_at, imported_name,
      imported_as)
    select w.thread_id, w.side, w.author_id, w.html, w.text, w.internal, w.at, w.name, w."as"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as w(thread_id int, side text, author_id int, internal boolean, html text, text text, at timestamptz, name text,
      "as" text)`.execute(tx)

/**
 * Ends the conversations of requests for the company that they leave: the people of the next one read only what follows,
 * and nobody waits for an answer any more. Comments that were imported belong to the request and stay with it, unless
 * somebody has written here since.
 */
export const partWords = (tx: Transaction, requests: number[], at: string) =>
  sql`
    update threads as t
    set former_entry_id = said.id, state = 'answered', closed_at = null, closed_by = null, closed_address = null,
      closed_reason = '', version = t.version + 1, updated_at = ${at}
    from (
      select e.thread_id, max(e.id) as id
      from entries as e join threads as own on own.id = e.thread_id
      where own.request_id = any(${requests}::int[]) and e.imported_name is null
      group by e.thread_id) as said
    where t.id = said.thread_id`.execute(tx)

/** The account that a name of another system is joined with. */
export interface Joined {
  id: number
  name: string
  /** Null for staff. */
  idcomp: number | null
}

/** A request whose comments are examined. */
export interface RequestOfCompany {
  id: number
  idcomp: number
}

/** Whether a comment becomes the person's: always for staff, for a client only where their company may read it. */
function isTheirs(to: Joined | null) {
  if (to === null) return sql<boolean>`false`
  return to.idcomp === null ? sql<boolean>`true` : sql<boolean>`not entry.internal and request.idcomp = ${to.idcomp}`
}

/**
 * Gives imported comments to an account, or to the person who takes them from it again.
 * @returns how many comments were changed, by request
 */
export async function joinEntries(
  tx: Transaction,
  { requests, name, to, by }: { requests: RequestOfCompany[]; name: string; to: Joined | null; by: number },
) {
  const { rows } = await sql<{ request_id: number; count: number }>`
    with wanted as (
      select entry.id, thread.request_id, coalesce(${isTheirs(to)}, false) as is_theirs
      from jsonb_to_recordset(${JSON.stringify(requests)}::jsonb) as request(id int, idcomp int)
      join threads as thread on thread.request_id = request.id and thread.kind = 'talk'
      join entries as entry on entry.thread_id = thread.id
      where coalesce(entry.imported_as, entry.imported_name) = ${name}
        and (entry.imported_as is not null
          or entry.imported_name <> (select u.name from shared_users as u where u.id = entry.author_id))
    ), changed as (
      update entries as entry
      set author_id = case when is_theirs then ${to?.id ?? null}::int else ${by} end,
        imported_name = case when is_theirs then ${to?.name ?? null} else ${name} end,
        imported_as = case when is_theirs then ${name} end,
        side = case when is_theirs then ${to && to.idcomp !== null ? 'client' : 'staff'} else 'staff' end
      from wanted
      where entry.id = wanted.id
        and (is_theirs and entry.author_id <> ${to?.id ?? 0} or is_theirs <> (entry.imported_as is not null))
      returning wanted.request_id
    )
    select request_id, count(*)::int as count from changed group by request_id`.execute(tx)
  return rows
}
