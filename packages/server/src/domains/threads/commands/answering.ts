import type { threads } from '@vypusk/contract'
import { ask } from '../../../platform/ability.ts'
import type { Actor, Call } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import type { Via } from '../../../platform/history.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { sideOf, threadPolicy } from '../policy.ts'
import { talkInside } from './talking.ts'
import { stateAfter, stateNames } from '../rules.ts'
import { insertEntry, updateThread, writeFiles } from '../store.ts'
import { savedThread, timeFor } from './changing.ts'
import { lockThread } from './locking.ts'
import { cleanWords, speakerOf, type Words } from './saying.ts'
import { record, announce } from './announcing.ts'

/** An entry to add to an existing thread. */
export interface Answering {
  thread_id: number
  words: Words
  internal: boolean
  via: Via
}

/**
 * Adds an entry to a thread as part of a transaction. An internal entry changes nothing that clients can see.
 * @returns the id of the event that its letters belong to
 */
export async function answerInside(tx: Transaction, actor: Actor, { thread_id, words, internal, via }: Answering) {
  const { person, deps } = actor
  const { thread, subject } = await lockThread(tx, actor, thread_id)
  if (thread.kind === 'talk') {
    const talkEntry = { request_id: subject.entity_id, words, internal, asks: false, mentions: [], via }
    return (await talkInside(tx, actor, talkEntry)).event_id
  }
  ask(threadPolicy, internal ? 'internal' : 'answer', person, thread)
  const { html, text, files } = await cleanWords(tx, actor, words)
  const created_at = momentOf(deps.clock)
  const side = sideOf(person)
  const entry = { thread_id, side, ...speakerOf(person), html, text, internal, created_at }
  const { id: entry_id } = await insertEntry(tx, entry)
  await writeFiles(tx, entry_id, files)
  const state = internal ? thread.state : stateAfter(thread.side, side)
  const time = await timeFor(tx, actor, thread, state)
  // Clients learn nothing of internal entries, not even that there are any, so the thread itself is not updated.
  if (!internal) await updateThread(tx, thread_id, { state, ...time, updated_at: created_at })
  await record(tx, actor, {
    thread_id,
    before: { text: '', internal: '', state: stateNames[thread.state], due: thread.due },
    after: { text: internal ? '' : text, internal: internal ? text : '', state: stateNames[state], due: time.due },
    via,
  })
  const data = { thread_id, entry_id, side, internal, via }
  return announce(tx, actor, subject, { kind: 'thread.answered', data, isInternal: internal })
}

/** Adds an entry to a thread from the screen. */
export async function answerThread(call: Call<typeof threads.answer>) {
  const { body, params } = call
  const { html, files, internal } = body
  const event_id = await inTransaction(call, (tx) =>
    answerInside(tx, call, { thread_id: params.id, words: { html, files }, internal, via: 'screen' }),
  )
  return savedThread(call, params.id, event_id)
}
