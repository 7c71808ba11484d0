import type { talks, threads } from '@vypusk/contract'
import { ask } from '../../../platform/ability.ts'
import type { Actor, Call } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import type { Via } from '../../../platform/history.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { outcomeOf } from '../../deliveries/port.ts'
import { sideOf, threadPolicy } from '../policy.ts'
import { refuseStrangers } from '../queries/people.ts'
import { knownSubject } from '../queries/subjects.ts'
import { talkOf, threadFor } from '../queries/threads.ts'
import { stateNames, talkAfter } from '../rules.ts'
import { insertEntry, insertThread, lockSubject, updateThread, writeFiles, writeMentions } from '../store.ts'
import { OPENED } from './changing.ts'
import { cleanWords, speakerOf, type CleanWords, type Words } from './saying.ts'
import { record, announce } from './announcing.ts'

/** What is said in the conversation of a request. */
export interface Talking {
  request_id: number
  words: Words
  internal: boolean
  asks: boolean
  mentions: number[]
  via: Via
}

/** The conversation, which begins with whoever speaks first. */
async function talkFor(tx: Transaction, { person, deps }: Actor, request_id: number) {
  const found = await talkOf(tx, request_id)
  if (found) return found
  const created_at = momentOf(deps.clock)
  const began = { side: sideOf(person), ...speakerOf(person), created_at, updated_at: created_at }
  const { id } = await insertThread(tx, { ...began, request_id, kind: 'talk', state: 'answered' })
  return { id, kind: 'talk', owner_id: null, side: began.side, state: 'answered' as const }
}

type Talk = Awaited<ReturnType<typeof talkFor>>

/** What is staff's own changes nothing that clients see, the version of the conversation neither. */
async function turn(tx: Transaction, { person, deps }: Actor, talk: Talk, asks: boolean): Promise<threads.State> {
  const { side, state } = talkAfter(talk, { side: sideOf(person), asks })
  await updateThread(tx, talk.id, {
    ...(state === talk.state ? {} : OPENED),
    // The first of staff who speaks answers for it; a program does not.
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

/** Keeps the words and what becomes of the conversation by them. @returns the entry's id */
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
 * Says something in the conversation of a request as a part of a transaction.
 * @returns the conversation and the event that its letters belong to
 * @throws 404 for a request the person may not know of
 */
export async function talkInside(tx: Transaction, actor: Actor, { request_id, words: input, ...rest }: Talking) {
  const { person } = actor
  const { internal, mentions, via } = rest
  const about = { entity: 'request' as const, entity_id: request_id }
  await lockSubject(tx, about)
  const subject = await knownSubject(tx, person, about)
  // Among themselves staff ask nobody by the conversation.
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

/** Says something from the screen. */
export async function sayInTalk(call: Call<typeof talks.say>) {
  const { params, deps, person } = call
  const { html, files, mentions, internal, asks } = call.body
  const input = { request_id: params.id, words: { html, files }, internal, asks, mentions: [...new Set(mentions)] }
  const done = await inTransaction(call, (tx) => talkInside(tx, call, { ...input, via: 'screen' }))
  const mail = await outcomeOf(deps, done.event_id)
  return { message: 'Success', thread: await threadFor(deps.db, person, done.thread_id), mail }
}
