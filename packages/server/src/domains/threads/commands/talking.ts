import type { talks, threads } from '@vypusk/contract'
import { ask } from '../../../platform/ability.ts'
import type { Actor, Call } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import type { Via } from '../../../platform/history.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { sideOf, threadPolicy } from '../policy.ts'
import { refuseStrangers } from '../queries/people.ts'
import { knownSubject } from '../queries/subjects.ts'
import { talkOf } from '../queries/threads.ts'
import { stateNames, talkAfter } from '../rules.ts'
import { insertEntry, insertThread, lockSubject, updateThread, writeFiles, writeMentions } from '../store.ts'
import { OPENED, savedThread } from './changing.ts'
import { cleanWords, speakerOf, type CleanWords, type Words } from './saying.ts'
import { record, announce } from './announcing.ts'

/** An entry for the conversation of a request. */
export interface Talking {
  request_id: number
  words: Words
  internal: boolean
  asks: boolean
  mentions: number[]
  via: Via
}

/** The conversation of a request, which is created for the first entry. */
async function talkFor(tx: Transaction, { person, deps }: Actor, request_id: number) {
  const found = await talkOf(tx, request_id)
  if (found) return found
  const created_at = momentOf(deps.clock)
  const began = { side: sideOf(person), ...speakerOf(person), created_at, updated_at: created_at }
  const { id } = await insertThread(tx, { ...began, request_id, kind: 'talk', state: 'answered' })
  return { id, kind: 'talk', owner_id: null, side: began.side, state: 'answered' as const }
}

type Talk = Awaited<ReturnType<typeof talkFor>>

/**
 * Updates the conversation after an entry that both sides see. Internal entries never get here: they change nothing
 * that clients see, not even the version.
 */
async function turn(tx: Transaction, { person, deps }: Actor, talk: Talk, asks: boolean): Promise<threads.State> {
  const { side, state } = talkAfter(talk, { side: sideOf(person), asks })
  await updateThread(tx, talk.id, {
    ...(state === talk.state ? {} : OPENED),
    // The first member of staff who writes becomes the owner; a service account does not.
    ...(person.isRivc && talk.owner_id === null && person.id > 0 && !person.is_service ? { owner_id: person.id } : {}),
    side,
    state,
    updated_at: momentOf(deps.clock),
  })
  return state
}

interface Spoken extends Pick<Talking, 'internal' | 'asks' | 'mentions' | 'via'> {
  talk: Talk
  words: CleanWords
}

/** Stores an entry and what it changes in the conversation. @returns the entry's id */
async function keep(tx: Transaction, actor: Actor, { talk, words, internal, asks, mentions, via }: Spoken) {
  const { person, deps } = actor
  const { html, text, files } = words
  const entry = { thread_id: talk.id, side: sideOf(person), ...speakerOf(person), created_at: momentOf(deps.clock) }
  const { id } = await insertEntry(tx, { ...entry, html, text, internal, asks })
  await writeFiles(tx, id, files)
  await writeMentions(tx, id, mentions)
  const state = internal ? talk.state : await turn(tx, actor, talk, asks)
  const before = { text: '', internal: '', state: stateNames[talk.state] }
  const after = { text: internal ? '' : text, internal: internal ? text : '', state: stateNames[state] }
  await record(tx, actor, { thread_id: talk.id, before, after, via })
  return id
}

/**
 * Adds an entry to the conversation of a request as part of a transaction.
 * @returns the conversation's id and the id of the event that its letters belong to
 * @throws 404 if the person may not see the request
 */
export async function talkInside(tx: Transaction, actor: Actor, { request_id, words: input, ...rest }: Talking) {
  const { person } = actor
  const { internal, mentions, via } = rest
  const about = { entity: 'request' as const, entity_id: request_id }
  await lockSubject(tx, about)
  const subject = await knownSubject(tx, person, about)
  // An internal entry is never a question that waits for an answer.
  const asks = rest.asks && !internal
  const words = await cleanWords(tx, actor, input)
  await refuseStrangers(tx, person, request_id, { internal, mentions })
  const talk = await talkFor(tx, actor, request_id)
  ask(threadPolicy, internal ? 'internal' : 'answer', person, talk)
  const entry_id = await keep(tx, actor, { talk, words, internal, asks, mentions, via })
  const data = { thread_id: talk.id, entry_id, side: sideOf(person), internal, asks, mentions, via }
  const event_id = await announce(
    tx,
    actor,
    { ...about, ...subject },
    { kind: 'thread.said', data, isInternal: internal },
  )
  return { thread_id: talk.id, event_id }
}

/** Adds an entry from the screen. */
export async function sayInTalk(call: Call<typeof talks.say>) {
  const { params } = call
  const { html, files, mentions, internal, asks } = call.body
  const input = { request_id: params.id, words: { html, files }, internal, asks, mentions: [...new Set(mentions)] }
  const done = await inTransaction(call, (tx) => talkInside(tx, call, { ...input, via: 'screen' }))
  return savedThread(call, done.thread_id, done.event_id)
}
