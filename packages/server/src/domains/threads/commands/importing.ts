import { sql } from 'kysely'
import type { Actor } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { richOf } from './saying.ts'
import { oneOf } from '../../../platform/sql.ts'

/** A comment on a request that was written in another system. */
export interface ImportedWords {
  request_id: number
  /** The name of its author in the other system. */
  name: string
  /** What the imported file calls an author who has an account here; null for all others. */
  as: string | null
  /** The account of that author here; null if there is none. */
  author_id: number | null
  /** The side of the author. A comment by somebody without an account here belongs to the side that imports it. */
  side: 'staff' | 'client'
  internal: boolean
  at: string
  text: string
}

/**
 * Adds comments from another system to the conversations of requests, unchanged. Nobody is notified: everybody has read
 * them in the other system.
 */
export async function importWords(tx: Transaction, { person, deps }: Actor, imported: ImportedWords[]): Promise<void> {
  if (imported.length === 0) return
  const now = momentOf(deps.clock)
  const talks = await talksOf(tx, person.id, [...new Set(imported.map(({ request_id }) => request_id))], now)
  const rows = imported.map(({ request_id, author_id, text, ...words }) => ({
    ...words,
    thread_id: talks.get(request_id),
    author_id: author_id ?? person.id,
    text,
    html: richOf(text),
  }))
  await sql`
    insert into entries (thread_id, side, author_id, html, text, internal, created_at, imported_name,
      imported_as)
    select w.thread_id, w.side, w.author_id, w.html, w.text, w.internal, w.at, w.name, w."as"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as w(thread_id int, side text, author_id int, internal boolean, html text, text text, at timestamptz, name text,
      "as" text)`.execute(tx)
}

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

/** The conversations by request. Missing ones are created, without a question that waits for an answer. */
async function talksOf(tx: Transaction, author_id: number, requests: number[], at: string) {
  await sql`
    insert into threads (request_id, kind, side, author_id, state, created_at, updated_at)
    select wanted.request_id, 'talk', 'staff', ${author_id}, 'answered', ${at}, ${at}
    from unnest(${requests}::int[]) as wanted(request_id)
    where not exists (select 1 from threads as t where t.request_id = wanted.request_id and t.kind = 'talk')
    order by wanted.request_id`.execute(tx)
  const rows = await tx
    .selectFrom('threads')
    .select(['id', 'request_id'])
    .where('request_id', '=', oneOf(requests))
    .where('kind', '=', 'talk')
    .execute()
  return new Map(rows.map(({ id, request_id }) => [request_id, id]))
}
