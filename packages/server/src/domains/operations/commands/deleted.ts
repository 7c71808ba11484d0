import type { deleted } from '@vypusk/contract'
import type { Call, Actor } from '../../../platform/call.ts'
import { refuse } from '../../../platform/refusal.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { restoreAgreement } from '../../agreements/port.ts'
import { restorePublication } from '../../publications/port.ts'
import { restoreEntry } from '../../registry/port.ts'
import { restoreRelease } from '../../releases/port.ts'
import { restoreRequest } from '../../requests/port.ts'

/** @returns false if the thing is not deleted */
type Restore = (tx: Transaction, actor: Actor, id: number) => Promise<boolean>

/** A release also returns the requests it has lost, so it is not among them. */
const restores: Record<Exclude<deleted.DeletedEntity, 'release'>, Restore> = {
  agreement: restoreAgreement,
  request: restoreRequest,
  publication: restorePublication,
  registry_entry: restoreEntry,
}

/** Restores a deleted thing with the command of its own room. */
export const restoreDeleted = (call: Call<typeof deleted.restore>) =>
  inTransaction(call, async (tx) => {
    const { entity, id } = call.body
    if (entity === 'release') return { message: 'Success', requests_lost: await restoreRelease(tx, call, id) }
    if (!(await restores[entity](tx, call, id))) throw refuse('not_found')
    return { message: 'Success', requests_lost: [] }
  })
