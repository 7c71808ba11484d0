import type { agreements, ReplyOf } from '@vypusk/contract'
import { allow } from '../../../platform/ability.ts'
import type { Call, Actor } from '../../../platform/call.ts'
import { momentOf, today } from '../../../platform/clock.ts'
import { outcomeOfAll } from '../../deliveries/port.ts'
import { dayInWords } from '../../../platform/plain-text.ts'
import { Refusal, refuse, refuseWith } from '../../../platform/refusal.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { moveInside } from './moving.ts'
import { remindInside } from './reminding.ts'
import { mayRemind, mayReplace, reasons } from '../policy.ts'
import { knownAgreement, remindedAt } from '../queries/agreements.ts'
import { hasAddressee } from '../queries/reminders.ts'
import { lockAgreement } from '../store.ts'

type Many = Call<typeof agreements.sendMany>
type Body = Pick<Many, 'deps' | 'person'>
type Reply = ReplyOf<typeof agreements.sendMany>
/** One of them, in a transaction of its own. @returns the id of what happened */
type One = (tx: Transaction, actor: Actor, id: number) => Promise<number | null>

/** A refusal of one is told in the reply; anything else ends the call. */
export const refusalOf = (error: unknown): string => {
  if (error instanceof Refusal) return error.message
  throw error
}

/** The same done to several, each for itself: one that is refused does not hold up the others. */
export async function each({ deps, person }: Body, ids: number[], one: One): Promise<Reply> {
  const actor = { deps, person }
  const done: number[] = []
  const refused: Reply['refused'] = []
  const events: number[] = []
  for (const id of new Set(ids)) {
    try {
      const event_id = await inTransaction(actor, (tx) => one(tx, actor, id))
      done.push(id)
      if (event_id !== null) events.push(event_id)
    } catch (error) {
      refused.push({ id, message: refusalOf(error) })
    }
  }
  return { message: 'Success', done, refused, mail: await outcomeOfAll(deps, events) }
}

const remindOne: One = async (tx, actor, id) => {
  await lockAgreement(tx, id)
  const agreement = await knownAgreement(tx, actor.person, id)
  if (!agreement) throw refuse('not_found')
  const reminding = {
    hasAddress: hasAddressee(agreement),
    reminded_at: await remindedAt(tx, id),
    now: momentOf(actor.deps.clock),
  }
  allow(mayRemind(agreement, reminding))
  return remindInside(tx, actor, { agreement, stage: 'recipients', by_schedule: false })
}

/** The date goes where the release has gone, and the client is asked anew. */
const askAnotherOne: One = async (tx, actor, id) => {
  await lockAgreement(tx, id)
  const agreement = await knownAgreement(tx, actor.person, id)
  if (!agreement) throw refuse('not_found')
  const { by_rivc, releaseDate, releaseTime, plan_date, published } = agreement
  const isOvertaken = by_rivc && !published && releaseDate !== null && releaseDate < plan_date
  if (!isOvertaken) throw refuseWith(reasons.notOvertaken)
  allow(mayReplace(agreement, { releaseDate: plan_date, releaseTime }, today(actor.deps.clock)))
  const cancel_reason = `Плановая дата релиза перенесена на ${dayInWords(plan_date)}`
  return moveInside(tx, actor, agreement, { releaseDate: plan_date, releaseTime, cancel_reason })
}

/** Asks several clients for another date, those whose date the plan date has overtaken. */
export const askAnother = (call: Many) => each(call, call.body.ids, askAnotherOne)

/** Asks several clients once more. */
export const remindMany = (call: Many) => each(call, call.body.ids, remindOne)
