import { sql } from 'kysely'
import type { Actor } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { richOf } from './saying.ts'

/** What was said of a request elsewhere. */
export interface ImportedWords {
  request_id: number
  /** Who said it there. */
  name: string
  /** What the file calls a person who is here; null of anybody else. */
  as: string | null
  /** The same person here; null: nobody here. */
  author_id: number | null
  /** Whose side the author is of; what nobody here has said is the side's that brings it. */
  side: 'staff' | 'client'
  internal: boolean
  at: string
  text: string
}

/**
 * Puts what was said elsewhere into the conversations of requests, as it was said, with nobody told of it: everybody
 * has heard it there.
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

/** Conversations by request; those that are not there begin, and nobody waits in them. */
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
    .where('request_id', '=', sql<number>`any(${requests}::int[])`)
    .where('kind', '=', 'talk')
    .execute()
  return new Map(rows.map(({ id, request_id }) => [request_id, id]))
}
