import type { threads } from '@vypusk/contract'
import type { Actor, Call } from '../../../platform/call.ts'
import { momentOf, today } from '../../../platform/clock.ts'
import type { Via } from '../../../platform/history.ts'
import { refuseField, refuseWith } from '../../../platform/refusal.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { outcomeOf } from '../../deliveries/port.ts'
import { reasons, sideOf } from '../policy.ts'
import { staffMember } from '../queries/people.ts'
import { calendarAround, knownSubject } from '../queries/subjects.ts'
import { threadFor } from '../queries/threads.ts'
import { usualDue, type SubjectId } from '../rules.ts'
import { columnsOf, insertEntry, insertThread, lockSubject, writeFiles } from '../store.ts'
import { cleanWords, speakerOf, type CleanWords } from './saying.ts'
import { record, announce } from './announcing.ts'

/** A remark to raise. */
export interface Raising {
  about: SubjectId
  words: CleanWords
  blocks: boolean
  /** The member of staff who answers it; if left out, the author of what it is about. */
  owner?: number | undefined
  due?: string | undefined
  /** What staff raise on behalf of the client is a remark of the client's side. */
  via: Via
}

/** @throws 422 at the field if this is not a member of staff, or one who has left */
export async function mustBeStaff(tx: Transaction, id: number): Promise<{ id: number; name: string }> {
  const found = await staffMember.first(tx, { id })
  if (!found) throw refuseField('owner', reasons.notStaff[1])
  if (!found.is_present) throw refuseField('owner', reasons.ownerGone[1])
  return found
}

/**
 * Raises a remark as part of a transaction, for a person or for another command. Locks its subject.
 * @returns the thread's id and the id of the event that its letters belong to
 * @throws 404 if the person may not see the subject
 */
export async function raiseInside(tx: Transaction, actor: Actor, raising: Raising) {
  const { about, words, blocks, via } = raising
  const { person, deps } = actor
  await lockSubject(tx, about)
  const subject = await knownSubject(tx, person, about)
  const day = today(deps.clock)
  const due = raising.due ?? usualDue(day, await calendarAround(tx, day))
  const owner_id = raising.owner ?? subject.owner_id
  const at = momentOf(deps.clock)
  const side = via === 'on_behalf' ? 'client' : sideOf(person)
  const authorship = { side, ...speakerOf(person), created_at: at }
  const { id: thread_id } = await insertThread(tx, {
    ...columnsOf(about),
    ...authorship,
    owner_id,
    due,
    blocks,
    updated_at: at,
  })
  const { id: entry_id } = await insertEntry(tx, { thread_id, ...authorship, html: words.html, text: words.text })
  await writeFiles(tx, entry_id, words.files)
  await record(tx, actor, { thread_id, before: null, after: { text: words.text, due, blocks }, via })
  const data = { thread_id, entry_id, side, blocks, via }
  return { thread_id, event_id: await announce(tx, actor, { ...about, ...subject }, { kind: 'thread.raised', data }) }
}

/** Only staff choose the owner and the due day. @throws if a client sends either of them */
const forStaff = ({ person, body }: Call<typeof threads.raise>) => {
  if (!person.isRivc && (body.owner !== undefined || body.due !== undefined)) throw refuseWith(reasons.staffOnly)
}

/** Raises a remark from the screen. */
export async function raiseThread(call: Call<typeof threads.raise>) {
  const { body, params, deps, person } = call
  forStaff(call)
  const about = { entity: params.entity, entity_id: params.id }
  const done = await inTransaction(call, async (tx) => {
    const { html, files, blocks, owner, due } = body
    if (owner !== undefined) await mustBeStaff(tx, owner)
    await lockSubject(tx, about)
    await knownSubject(tx, person, about)
    const words = await cleanWords(tx, call, { html, files })
    return raiseInside(tx, call, { about, words, blocks, owner, due, via: 'screen' })
  })
  const mail = await outcomeOf(deps, done.event_id)
  return { message: 'Success', thread: await threadFor(deps.db, person, done.thread_id), mail }
}
