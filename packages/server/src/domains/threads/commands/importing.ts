import type { Actor } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { richOf } from './saying.ts'
import { talksAbout } from '../queries/threads.ts'
import { writeImported, writeMissingTalks } from '../store.ts'

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
  const requests = [...new Set(imported.map(({ request_id }) => request_id))]
  await writeMissingTalks(tx, { requests, author_id: person.id, at: now })
  const talks = new Map((await talksAbout.all(tx, { requests })).map(({ id, request_id }) => [request_id, id]))
  const rows = imported.map(({ request_id, author_id, text, ...words }) => ({
    ...words,
    thread_id: talks.get(request_id),
    author_id: author_id ?? person.id,
    text,
    html: richOf(text),
  }))
  await writeImported(tx, rows)
}
