import type { threads } from '@vypusk/contract'
import { ask } from '../../../platform/ability.ts'
import type { Actor, Call } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import type { Via } from '../../../platform/history.ts'
import { refuse } from '../../../platform/refusal.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { entryPolicy, sideOf } from '../policy.ts'
import { entryFields, firstEntry } from '../queries/threads.ts'
import { stateNames } from '../rules.ts'
import { updateEntry, updateThread, writeFiles } from '../store.ts'
import { closeInside, savedThread } from './changing.ts'
import { lockThread, type LockedThread } from './locking.ts'
import { cleanWords, type CleanWords } from './saying.ts'
import { record, tell, type Recorded } from './telling.ts'

/** One's own words, written anew or taken back. */

interface Rewriting {
  locked: LockedThread
  entry: { id: number; text: string; internal: boolean }
  words: CleanWords
  via: Via
}

/** Puts other words in the place of an entry's; of what a thread began with the other side hears. */
export async function rewriteInside(tx: Transaction, actor: Actor, { locked, entry, words, via }: Rewriting) {
  const { thread, subject } = locked
  const at = momentOf(actor.deps.clock)
  await updateEntry(tx, entry.id, { html: words.html, text: words.text, edited_at: at })
  await writeFiles(tx, entry.id, words.files)
  const isFirst = (await firstEntry(tx, thread.id)).id === entry.id
  const state = isFirst ? 'open' : thread.state
  await updateThread(tx, thread.id, { state, updated_at: at })
  const field = entry.internal ? 'internal' : 'text'
  const before: Recorded = { [field]: entry.text, state: stateNames[thread.state] }
  const after: Recorded = { [field]: words.text, state: stateNames[state] }
  await record(tx, actor, { thread_id: thread.id, before, after, via })
  const said = { thread_id: thread.id, entry_id: entry.id, side: sideOf(actor.person), via }
  if (isFirst && entry.text !== words.text) {
    return tell(tx, actor, subject, { kind: 'thread.raised', data: { ...said, blocks: thread.blocks } })
  }
  const data = { thread_id: thread.id, via }
  return tell(tx, actor, subject, { kind: 'thread.changed', data, isInternal: entry.internal })
}

async function ownEntry(tx: Transaction, { person }: Actor, params: { id: number; entry_id: number }) {
  const entry = await entryFields(tx, params.id, params.entry_id, person.isRivc)
  if (!entry) throw refuse('not_found')
  return entry
}

/** Writes one's own words anew. */
export async function rewriteEntry(call: Call<typeof threads.rewrite>) {
  const { body, params, person } = call
  const event_id = await inTransaction(call, async (tx) => {
    const locked = await lockThread(tx, call, params.id, body.version)
    const entry = await ownEntry(tx, call, params)
    ask(entryPolicy, 'rewrite', person, entry)
    const known = await filesNow(tx, entry.id)
    const words = await cleanWords(tx, call, { html: body.html, files: body.files }, known)
    return rewriteInside(tx, call, { locked, entry, words, via: 'screen' })
  })
  return savedThread(call, params.id, event_id)
}

const filesNow = (tx: Transaction, entry_id: number) =>
  tx
    .selectFrom('entry_files')
    .select('file_id')
    .where('entry_id', '=', entry_id)
    .execute()
    .then((rows) => rows.map(({ file_id }) => file_id))

/** Takes one's own words back; the history keeps them. */
export async function withdrawEntry(call: Call<typeof threads.withdraw>) {
  const { params, person, deps } = call
  const event_id = await inTransaction(call, async (tx) => {
    const locked = await lockThread(tx, call, params.id)
    const entry = await ownEntry(tx, call, params)
    ask(entryPolicy, 'withdraw', person, entry)
    const at = momentOf(deps.clock)
    await updateEntry(tx, entry.id, { withdrawn_at: at })
    const field = entry.internal ? 'internal' : 'text'
    const change = { before: { [field]: entry.text }, after: { [field]: '' } }
    await record(tx, call, { thread_id: params.id, ...change, via: 'screen' })
    const isFirst = (await firstEntry(tx, params.id)).id === entry.id
    if (isFirst) return closeInside(tx, call, locked, { reason: 'Отозвано', via: 'screen' })
    await updateThread(tx, params.id, { updated_at: at })
    const data = { thread_id: params.id, via: 'screen' as const }
    return tell(tx, call, locked.subject, { kind: 'thread.changed', data, isInternal: entry.internal })
  })
  return savedThread(call, params.id, event_id)
}
