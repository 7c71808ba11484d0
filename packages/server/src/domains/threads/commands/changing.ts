import type { threads } from '@vypusk/contract'
import { ask } from '../../../platform/ability.ts'
import type { Actor, Call } from '../../../platform/call.ts'
import { momentOf, today } from '../../../platform/clock.ts'
import type { Via } from '../../../platform/history.ts'
import { oneForAnother } from '../../../platform/named-apart.ts'
import { refuseField } from '../../../platform/refusal.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { outcomeOf } from '../../deliveries/port.ts'
import { personNames } from '../../catalog/port.ts'
import { needsReason, reasons, sideOf, threadPolicy } from '../policy.ts'
import { calendarAround } from '../queries/subjects.ts'
import { firstEntry, threadFor } from '../queries/threads.ts'
import { dueAgain, stateNames } from '../rules.ts'
import { updateThread } from '../store.ts'
import { lockThread, type LockedThread, type Seen } from './locking.ts'
import { mustBeStaff } from './raising.ts'
import { speakerOf } from './saying.ts'
import { record, announce, type Recorded } from './announcing.ts'

/** The reply to a call that has changed a thread, with as many of its entries as the call asks for. */
export async function savedThread(
  { deps, person, query: { last } }: Actor & { query: Pick<Seen, 'last'> },
  id: number,
  event_id: number | null,
) {
  const mail = await outcomeOf(deps, event_id)
  return { message: 'Success', thread: await threadFor(deps.db, person, id, last), mail }
}

/** Closes a thread that is already locked. @returns the id of the event that its letter belongs to */
export async function closeInside(
  tx: Transaction,
  actor: Actor,
  { thread, subject }: LockedThread,
  { reason, via, withdrawn }: { reason: string; via: Via; withdrawn?: number },
): Promise<number> {
  const { person, deps } = actor
  const at = momentOf(deps.clock)
  const { author_id: closed_by, address: closed_address } = speakerOf(person)
  await updateThread(tx, thread.id, {
    state: 'closed',
    closed_at: at,
    closed_by,
    closed_address,
    closed_reason: reason,
    updated_at: at,
  })
  const before = { state: stateNames[thread.state], reason: '' }
  await record(tx, actor, { thread_id: thread.id, before, after: { state: stateNames.closed, reason }, via })
  const gone = withdrawn === undefined ? {} : { withdrawn }
  const data = { thread_id: thread.id, by: sideOf(person), reason, via, ...gone }
  return announce(tx, actor, subject, { kind: 'thread.closed', data })
}

/** The columns of a thread that is no longer closed. */
export const OPENED = {
  state: 'open',
  closed_at: null,
  closed_by: null,
  closed_address: null,
  closed_reason: '',
} as const

/**
 * What a change of the state does to the time for an answer: a remark that is asked again has as much as a new one, and
 * its owner is reminded anew.
 */
export async function timeFor(
  tx: Transaction,
  { deps }: Actor,
  { kind, state, due }: LockedThread['thread'],
  after: threads.State,
) {
  if (kind !== 'remark' || state === 'open' || after !== 'open') return { due }
  const day = today(deps.clock)
  return { due: dueAgain(due, day, await calendarAround(tx, day)), reminded: null }
}

async function reopenInside(tx: Transaction, actor: Actor, { thread, subject }: LockedThread, via: Via) {
  const time = await timeFor(tx, actor, thread, 'open')
  await updateThread(tx, thread.id, { ...OPENED, ...time, updated_at: momentOf(actor.deps.clock) })
  const before = { state: stateNames.closed, due: thread.due }
  await record(tx, actor, { thread_id: thread.id, before, after: { state: stateNames.open, due: time.due }, via })
  const { id: entry_id } = await firstEntry.one(tx, { id: thread.id })
  const data = { thread_id: thread.id, entry_id, reopened: true as const, via }
  return announce(tx, actor, subject, { kind: 'thread.changed', data })
}

/** A request to close or reopen a thread. */
export interface Turning {
  thread_id: number
  to: Seen & { state: 'open' | 'closed'; reason: string }
  via: Via
}

/** Closes or reopens a thread as part of a transaction. @returns the id of the event that its letters belong to */
export async function turnInside(tx: Transaction, actor: Actor, { thread_id, to, via }: Turning): Promise<number> {
  const { state, reason } = to
  const locked = await lockThread(tx, actor, thread_id, to)
  ask(threadPolicy, state === 'closed' ? 'close' : 'reopen', actor.person, locked.thread)
  if (state === 'open') return reopenInside(tx, actor, locked, via)
  if (needsReason(actor.person, locked.thread) && reason === '') throw refuseField('reason', reasons.noReason[1])
  return closeInside(tx, actor, locked, { reason, via })
}

/** Closes or reopens a thread. */
export async function turnThread(call: Call<typeof threads.turn>) {
  const { body, params, query } = call
  const to = { ...body, ...query }
  const event_id = await inTransaction(call, (tx) => turnInside(tx, call, { thread_id: params.id, to, via: 'screen' }))
  return savedThread(call, params.id, event_id)
}

/** Changes who answers a thread, by when, and whether the publication waits for it. */
export async function saveThread(call: Call<typeof threads.save>) {
  const { body, params, query } = call
  const event_id = await inTransaction(call, async (tx) => {
    const locked = await lockThread(tx, call, params.id, { version: body.version, ...query })
    const changes = await changesOf(tx, call, locked.thread)
    if (!changes) return null
    const { set, before, after } = changes
    await updateThread(tx, params.id, { ...set, updated_at: momentOf(call.deps.clock) })
    await record(tx, call, { thread_id: params.id, before, after, via: 'screen' })
    const { owner_id } = set
    const data = { thread_id: params.id, via: 'screen' as const, ...(owner_id === undefined ? {} : { owner_id }) }
    return announce(tx, call, locked.subject, { kind: 'thread.changed', data })
  })
  return savedThread(call, params.id, event_id)
}

type Saving = Call<typeof threads.save>

/** The fields that really change: a field sent with its current value is not a change. */
function otherThan(thread: LockedThread['thread'], { owner, due, blocks }: Saving['body']) {
  return {
    ...(owner !== undefined && owner !== thread.owner_id ? { owner } : {}),
    ...(due !== undefined && due !== thread.due ? { due } : {}),
    ...(blocks !== undefined && blocks !== thread.blocks ? { blocks } : {}),
  }
}

/** The owner now and afterwards, as the history names them. */
async function ownersInWords(
  tx: Transaction,
  { owner_id }: LockedThread['thread'],
  named: { id: number; name: string } | null,
): Promise<[was: string, is: string]> {
  const names = await personNames(tx, owner_id === null ? [] : [owner_id])
  const present = names.get(owner_id ?? 0)
  const [was, is] = oneForAnother(present, named ?? present)
  return [was ?? '', is ?? '']
}

async function changesOf(tx: Transaction, { body, person }: Saving, thread: LockedThread['thread']) {
  const changes = otherThan(thread, body)
  const actions = Object.keys(changes) as (keyof typeof changes)[]
  for (const action of actions) ask(threadPolicy, action, person, thread)
  if (actions.length === 0) return null
  const { owner, ...rest } = changes
  const named = owner === undefined ? null : await mustBeStaff(tx, owner)
  const [was, is] = await ownersInWords(tx, thread, named)
  const before: Recorded = { owner: was, due: thread.due, blocks: thread.blocks }
  const after: Recorded = { ...before, ...rest, owner: is }
  // A new due day or owner starts the reminders again.
  const isAnew = 'due' in rest || named !== null
  const set = { ...rest, ...(named ? { owner_id: named.id } : {}), ...(isAnew ? { reminded: null } : {}) }
  return { set, before, after }
}
