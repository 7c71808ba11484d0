import type { Deps, Actor } from '../../../platform/call.ts'
import { PRODUCT } from '../../../platform/person.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import '../events.ts'
import { lockDirectory } from '../store.ts'
import { settle } from './settling.ts'

/** People settled in one transaction: calls of the directory wait for it, and the people cannot sign in until it ends. */
export const AT_ONCE = 200

/** Settles the members of a group; more than a call has time for are left to a job. */
export async function settleMembers(tx: Transaction, actor: Actor, ids: string[]): Promise<void> {
  if (ids.length > AT_ONCE) await actor.deps.jobs.send(tx, 'settle_people', { ids })
  else await settle(tx, actor, ids)
}

/** Settles people by what the directory says when their turn comes. */
export async function settlePeople(deps: Deps, { ids }: { ids: string[] }): Promise<void> {
  const actor = { deps, person: PRODUCT }
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    await inTransaction(actor, async (tx) => {
      await lockDirectory(tx)
      await settle(tx, actor, ids.slice(from, from + AT_ONCE))
    })
  }
}
