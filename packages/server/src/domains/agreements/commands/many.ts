import type { agreements, ReplyOf } from '@vypusk/contract'
import type { Call, Actor } from '../../../platform/call.ts'
import { Refusal, refuse } from '../../../platform/refusal.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { outcomeOfAll } from '../../deliveries/port.ts'
import { knownAgreements, type KnownAgreement } from '../queries/agreements.ts'
import { lockAgreements } from '../store/agreements.ts'

export type Many = Call<typeof agreements.sendMany>
type Reply = ReplyOf<typeof agreements.sendMany>

/** Returns the message of a refusal, to be reported in the reply; any other error is rethrown and ends the call. */
export const refusalOf = (error: unknown): string => {
  if (error instanceof Refusal) return error.message
  throw error
}

/** The outcome of one act on several agreements. */
export interface DoneTogether extends Pick<Reply, 'done' | 'refused'> {
  /** The ids of the events. */
  events: number[]
}

/** Locks agreements until the transaction ends. @returns those of them that the person may see */
export async function takeAll(tx: Transaction, { person }: Actor, ids: number[]): Promise<Taken> {
  await lockAgreements(tx, ids)
  return knownAgreements(tx, person, ids)
}
type Taken = Map<number, KnownAgreement>

/**
 * Splits agreements into those that pass the check and those that are refused, with the reason; one refusal does not
 * hold up the others.
 */
export async function permitted(
  ids: number[],
  known: Taken,
  check: (agreement: KnownAgreement) => void | Promise<void>,
) {
  const current: KnownAgreement[] = []
  const refused: Reply['refused'] = []
  for (const id of ids) {
    try {
      const agreement = known.get(id)
      if (!agreement) throw refuse('not_found')
      await check(agreement)
      current.push(agreement)
    } catch (error) {
      refused.push({ id, message: refusalOf(error) })
    }
  }
  return { current, refused }
}

type Act = (tx: Transaction, actor: Actor, ids: number[]) => Promise<DoneTogether>

/**
 * Does the same to several agreements in one transaction, with as many statements as for one (docs/decisions/0104).
 * @param act is given the ids without repetition
 */
export const together = (call: Many, act: Act): Promise<Reply> => togetherTo(call, call.body.ids, act)

/** The same for a call whose body names the agreements in another way. */
export async function togetherTo(call: Actor, ids: number[], act: Act): Promise<Reply> {
  let happened: number[] = []
  const reply = await inTransaction(call, async (tx) => {
    const { events, ...answer } = await act(tx, call, [...new Set(ids)])
    happened = events
    return { message: 'Success', ...answer, mail: 'queued' as const }
  })
  return { ...reply, mail: await outcomeOfAll(call.deps, happened) }
}
