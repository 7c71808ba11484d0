import { agreements, isLongerThan } from '@vypusk/contract'
import type { Actor } from '../../../platform/call.ts'
import type { Via } from '../../../platform/history.ts'
import { refuseField } from '../../../platform/refusal.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { isOwn, sideOf } from '../policy.ts'
import { blockingRemarks, type OwnedRemark } from '../queries/threads.ts'
import { joined, ownPart } from '../rules.ts'
import { lockThread } from './locking.ts'
import { closeInside } from './changing.ts'
import { rewriteInside } from './entries.ts'
import { raiseInside } from './raising.ts'
import { plainWords } from './saying.ts'

/** A new value of the brief's field `remark`, which is made of several threads (api.md, target 0). */
export interface RemarkWriting {
  agreement_id: number
  text: string
  via: Via
}

/** Closes all remarks for staff; for a client only the ones its side has raised. */
async function closeAll(tx: Transaction, actor: Actor, all: OwnedRemark[], via: Via): Promise<number | null> {
  const theirs = actor.person.isRivc ? all : all.filter(({ side }) => side === sideOf(actor.person))
  let event_id: number | null = null
  for (const { id } of theirs) {
    event_id = await closeInside(tx, actor, await lockThread(tx, actor, id), { reason: '', via })
  }
  return event_id
}

/** What staff raised for a client is the client's. */
const isOwnOf = (person: Actor['person'], remark: OwnedRemark): boolean =>
  isOwn(person, remark) && remark.side === sideOf(person)

/** An answer stays below the words that it answers, and words that are withdrawn cannot be replaced by others. */
const canBeReplaced = ({ state, text }: OwnedRemark): boolean => state === 'open' && text !== ''

/**
 * Makes the agreement's remark read as requested: the same text changes nothing, a different one raises a remark or
 * replaces the caller's own open one, and an empty one closes.
 * @returns the id of the event that its letters belong to, null when nothing has changed
 */
export async function writeRemark(tx: Transaction, actor: Actor, { agreement_id, text, via }: RemarkWriting) {
  const all = await blockingRemarks.all(tx, { agreement_id })
  if (text === joined(all)) return null
  if (text === '') return closeAll(tx, actor, all, via)
  const own = all.findLast((remark) => canBeReplaced(remark) && isOwnOf(actor.person, remark))
  const words = plainWords(ownPart(text, all, own?.id))
  if (isLongerThan(words.text, agreements.MAX_REMARK)) {
    throw refuseField('remark', 'Замечание слишком длинное: сократите его')
  }
  const about = { entity: 'agreement' as const, entity_id: agreement_id }
  if (!own) return (await raiseInside(tx, actor, { about, words, blocks: true, via })).event_id
  if (words.text === own.text) return null
  const locked = await lockThread(tx, actor, own.id)
  const entry = { id: own.entry_id, text: own.text, internal: false }
  return rewriteInside(tx, actor, { locked, entry, words, via })
}
