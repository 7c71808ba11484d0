import type { Deps } from '../../../platform/call.ts'
import type { EventActor, Listener } from '../../../platform/events.ts'
import { PRODUCT } from '../../../platform/person.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import '../events.ts'
import { isAnybodyFreed, lockDirectory, preventedPeople, type Change } from '../store.ts'
import { settle } from './settling.ts'

/**
 * People of the directory whose rights something here prevented: a missing company, a login that somebody else has, a
 * further company of the person. The directory reports nothing when that has changed, so they are settled again here. A
 * job does it, because who changes a person or a company has locked it, while the directory is locked before either.
 */

/** Queues the job if the change may have freed somebody. */
async function settleFreed(tx: Transaction, { deps }: EventActor, change: Change): Promise<void> {
  if (deps.settings.scim && (await isAnybodyFreed(tx, change))) await deps.jobs.send(tx, 'settle_prevented', {})
}

/** Listens to new companies and to changes of accounts: another login, a membership that ends. */
export const onChanged: Listener<'changed'> = async (tx, { entity, entity_id }, actor) => {
  if (entity === 'user') await settleFreed(tx, actor, { account: entity_id })
  if (entity === 'company') await settleFreed(tx, actor, { company: true })
}

/** Listens to companies that are shown again. */
export const onCompanyShown: Listener<'company.shown'> = (tx, _, actor) => settleFreed(tx, actor, { company: true })

/** Listens to imports, which create companies. */
export const onManyChanged: Listener<'many_changed'> = (tx, _, actor) => settleFreed(tx, actor, { company: true })

/** Settles everybody whose rights something prevented. */
export async function settlePrevented(deps: Deps): Promise<void> {
  const actor = { deps, person: PRODUCT }
  await inTransaction(actor, async (tx) => {
    await lockDirectory(tx)
    await settle(tx, actor, await preventedPeople(tx))
  })
}
