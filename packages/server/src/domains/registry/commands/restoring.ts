import { registry } from '@vypusk/contract'
import type { Actor } from '../../../platform/call.ts'
import { bringBack } from '../../../platform/deleted.ts'
import { recordChanges } from '../../../platform/history.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { beginAnew, firstStep, lockDeleted, registryStepList } from '../store.ts'

/**
 * Restores a deleted entry. A step can be hidden only while no entry is on it, so an entry whose step was hidden
 * meanwhile returns on the first one.
 * @returns false if it is not deleted
 */
export async function restoreEntry(tx: Transaction, actor: Actor, id: number): Promise<boolean> {
  const deleted = await lockDeleted(tx, id)
  if (!deleted) return false
  const step = await registryStepList.lock(tx, deleted.step_id)
  if (step?.is_hidden) await leaveStep(tx, actor, id, step.name)
  return bringBack(tx, actor, { entity: 'registry_entry', table: 'registry_entries', id })
}

async function leaveStep(tx: Transaction, actor: Actor, id: number, before: string): Promise<void> {
  const first = await firstStep(tx)
  await beginAnew(tx, id, first)
  const after = (await registryStepList.lock(tx, first))?.name ?? ''
  await recordChanges<{ step: string }>(tx, actor, {
    entity: 'registry_entry',
    entity_id: id,
    titles: { step: registry.fieldTitles.step },
    before: { step: before },
    after: { step: after },
    note: 'Прежний этап с тех пор скрыли',
  })
}
