import type { threads } from '@vypusk/contract'
import { ask } from '../../../platform/ability.ts'
import type { Actor, Call } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import type { Via } from '../../../platform/history.ts'
import { refuse } from '../../../platform/refusal.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { entryPolicy } from '../policy.ts'
import { refuseStrangers } from '../queries/people.ts'
import { everyFileOf, mentionsOf } from '../queries/entries.ts'
import { entryFields, firstEntry, spokenIn, threadFields, threadFor } from '../queries/threads.ts'
import { stateNames, turnWithout } from '../rules.ts'
import { updateEntry, updateThread, writeFiles, writeMentions } from '../store.ts'
import { closeInside, savedThread, timeFor } from './changing.ts'
import { lockThread, type LockedThread, type Seen } from './locking.ts'
import { cleanWords, type CleanWords } from './saying.ts'
import { record, announce, type Recorded } from './announcing.ts'

/** Changes and withdraws the caller's own entries. */

interface Rewriting {
  locked: LockedThread
  entry: { id: number; text: string; internal: boolean }
  words: CleanWords
  /** The people that the entry did not mention before. */
  mentions?: number[]
  via: Via
}

/** Replaces the text of an entry. The other side is notified when it is the entry that a remark began with. */
export async function rewriteInside(
  tx: Transaction,
  actor: Actor,
  { locked, entry, words, mentions = [], via }: Rewriting,
) {
  const { thread, subject } = locked
  const at = momentOf(actor.deps.clock)
  await updateEntry(tx, entry.id, { html: words.html, text: words.text, edited_at: at })
  await writeFiles(tx, entry.id, words.files)
  const isFirst = await isBeginning(tx, thread, entry.id)
  const state = isFirst ? 'open' : thread.state
  const time = await timeFor(tx, actor, thread, state)
  if (!entry.internal) await updateThread(tx, thread.id, { state, ...time, updated_at: at })
  const field = entry.internal ? 'internal' : 'text'
  const before: Recorded = { [field]: entry.text, state: stateNames[thread.state], due: thread.due }
  const after: Recorded = { [field]: words.text, state: stateNames[state], due: time.due }
  await record(tx, actor, { thread_id: thread.id, before, after, via })
  const facts = { thread_id: thread.id, entry_id: entry.id, side: thread.side, via }
  if (isFirst && entry.text !== words.text) {
    return announce(tx, actor, subject, { kind: 'thread.raised', data: { ...facts, blocks: thread.blocks } })
  }
  const naming = mentions.length > 0 ? { entry_id: entry.id, mentions } : {}
  const reopening = state === thread.state ? {} : { entry_id: entry.id, reopened: true as const }
  const data = { thread_id: thread.id, via, ...naming, ...reopening }
  return announce(tx, actor, subject, { kind: 'thread.changed', data, isInternal: entry.internal })
}

/**
 * Whether this is the entry that a remark began with, which is the remark itself. A conversation goes on without its
 * first entry.
 */
const isBeginning = async (tx: Transaction, { id, kind }: LockedThread['thread'], entry_id: number) =>
  kind === 'remark' && (await firstEntry.one(tx, { id })).id === entry_id

/**
 * Finds an entry that the person may read. @throws 404 if there is none, 409 with the thread if its version has changed
 */
async function ownEntry(
  tx: Transaction,
  { person }: Actor,
  { id, entry_id, version, last }: Seen & { id: number; entry_id: number },
) {
  const entry = await entryFields.first(tx, { id, entry_id, isRivc: person.isRivc })
  if (!entry) throw refuse('not_found')
  if (version !== undefined && version !== entry.version) {
    throw refuse('stale', { current: await threadFor(tx, person, id, last) })
  }
  return entry
}

type RewriteCall = Call<typeof threads.rewrite>

/**
 * Replaces the people that an entry of a conversation mentions; remarks mention nobody.
 * @returns those it did not mention before, and whether they are others than before
 */
async function replaceMentions(
  tx: Transaction,
  { body, person }: RewriteCall,
  { locked, entry }: Pick<Rewriting, 'locked' | 'entry'>,
): Promise<{ added: number[]; isOther: boolean }> {
  if (locked.thread.kind !== 'talk') return { added: [], isOther: false }
  const mentions = [...new Set(body.mentions)]
  await refuseStrangers(tx, person, locked.subject.entity_id, { internal: entry.internal, mentions })
  const before = new Set((await mentionsOf.all(tx, { ids: [entry.id] })).map(({ user_id }) => user_id))
  await writeMentions(tx, entry.id, mentions)
  const added = mentions.filter((id) => !before.has(id))
  return { added, isOther: added.length > 0 || mentions.length < before.size }
}

/** Whether the words are what they were: a form that was saved as it stood changes nothing. */
const areAsBefore = (entry: { html: string }, known: number[], { html, files }: CleanWords): boolean =>
  entry.html === html && known.length === files.length && files.every((id) => known.includes(id))

/** Replaces the text of the caller's own entry. */
export async function rewriteEntry(call: RewriteCall) {
  const { body, params, query, person } = call
  const event_id = await inTransaction(call, async (tx) => {
    const locked = await lockThread(tx, call, params.id)
    const entry = await ownEntry(tx, call, { ...params, ...query, version: body.version })
    ask(entryPolicy, 'rewrite', person, entry)
    const { added, isOther } = await replaceMentions(tx, call, { locked, entry })
    const known = (await everyFileOf.all(tx, { entry_id: entry.id })).map(({ file_id }) => file_id)
    const words = await cleanWords(tx, call, { html: body.html, files: body.files }, known)
    if (!isOther && areAsBefore(entry, known, words)) return null
    return rewriteInside(tx, call, { locked, entry, words, mentions: added, via: 'screen' })
  })
  return savedThread(call, params.id, event_id)
}

type Withdrawing = Call<typeof threads.withdraw>
type Entry = Awaited<ReturnType<typeof ownEntry>>

/**
 * Whose turn it is once an entry is withdrawn: a question that is gone waits for no answer, and an answer that is gone
 * was none.
 */
async function turnLeft(tx: Transaction, { thread }: LockedThread, { id, internal }: Entry) {
  const { side, state } = thread
  return internal ? { side, state } : turnWithout(thread, id, await spokenIn.all(tx, { id: thread.id }))
}

/** Whether nothing is left of what a remark that was opened again asks for. */
async function endsRemark(tx: Transaction, { thread }: LockedThread) {
  return thread.kind === 'remark' && thread.state !== 'closed' && (await threadFields(tx, thread.id)).is_wordless
}

async function withdrawInside(tx: Transaction, call: Withdrawing, locked: LockedThread, entry: Entry) {
  const { params, deps } = call
  const at = momentOf(deps.clock)
  await updateEntry(tx, entry.id, { withdrawn_at: at })
  const isFirst = await isBeginning(tx, locked.thread, entry.id)
  const isOver = isFirst || (await endsRemark(tx, locked))
  const turn = isOver ? locked.thread : await turnLeft(tx, locked, entry)
  const field = entry.internal ? 'internal' : 'text'
  const before: Recorded = { [field]: entry.text, state: stateNames[locked.thread.state] }
  const after: Recorded = { [field]: '', state: stateNames[turn.state] }
  await record(tx, call, { thread_id: params.id, before, after, via: 'screen' })
  if (isOver) {
    return closeInside(tx, call, locked, { reason: 'Отозвано', via: 'screen', withdrawn: entry.id })
  }
  if (!entry.internal) await updateThread(tx, params.id, { side: turn.side, state: turn.state, updated_at: at })
  const data = { thread_id: params.id, via: 'screen' as const, withdrawn: entry.id }
  return announce(tx, call, locked.subject, { kind: 'thread.changed', data, isInternal: entry.internal })
}

/** Withdraws the caller's own entry; the history keeps its text. */
export async function withdrawEntry(call: Withdrawing) {
  const { params, person } = call
  const event_id = await inTransaction(call, async (tx) => {
    const locked = await lockThread(tx, call, params.id)
    const entry = await ownEntry(tx, call, params)
    ask(entryPolicy, 'withdraw', person, entry)
    return withdrawInside(tx, call, locked, entry)
  })
  return savedThread(call, params.id, event_id)
}
