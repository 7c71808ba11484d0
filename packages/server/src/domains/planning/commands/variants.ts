import { isDeepStrictEqual } from 'node:util'
import type { planning } from '@vypusk/contract'
import type { Call } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { refuse, refuseWith } from '../../../platform/refusal.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { mayChangeVariant, mayRemoveVariant } from '../policy.ts'
import { variantFor } from '../queries/variants.ts'
import { deleteVariant, insertVariant, lockVariant, patchVariant, replaceChanges } from '../store.ts'
import { emitChange } from './announcing.ts'

type May = typeof mayRemoveVariant

/** Locks a variant if the caller may act on it. One that the caller may not see is reported as not found. */
async function lockFor(tx: Transaction, { person }: Call, id: number, may: May) {
  const variant = await lockVariant(tx, id)
  if (!variant) throw refuse('not_found')
  const answer = may(person, variant)
  if (answer === true) return variant
  throw variant.is_shared ? refuseWith(answer) : refuse('not_found')
}

type Tried = Pick<planning.Variant, 'name' | 'is_shared' | 'changes'>

/** Whether a variant already is what a save would make of it. */
const isSame = (before: Tried, { name, is_shared, changes }: Call<typeof planning.saveVariant>['body']): boolean =>
  isDeepStrictEqual(
    [before.name, before.is_shared, before.changes],
    [name, is_shared, changes.map((one) => ({ ...one, version: one.version ?? null })).toSorted(byRelease)],
  )
const byRelease = (a: { release_id: number }, b: { release_id: number }) => a.release_id - b.release_id

/** Creates or changes a variant; one that is saved as it is stays so, for everybody who has it open. */
export const saveVariant = (call: Call<typeof planning.saveVariant>) =>
  inTransaction(call, async (tx) => {
    const { deps, person, params, body } = call
    const { name, is_shared, changes, version } = body
    const fields = { name, is_shared, updated_at: momentOf(deps.clock) }
    if (params.id !== 0) {
      const { version: present } = await lockFor(tx, call, params.id, mayChangeVariant)
      const before = await variantFor(tx, person, params.id)
      if (version !== undefined && version !== present) throw refuse('stale', { current: before })
      if (before && isSame(before, body)) return { message: 'Success', variant: before }
      await patchVariant(tx, params.id, fields)
    }
    const id = params.id || (await insertVariant(tx, { ...fields, author_id: person.id }))
    await replaceChanges(tx, id, changes)
    const variant = await variantFor(tx, person, id)
    if (!variant) throw refuse('conflict')
    await emitChange(tx, call, 'planning', id)
    return { message: 'Success', variant }
  })

/** Deletes a variant with its changes. */
export const removeVariant = (call: Call<typeof planning.removeVariant>) =>
  inTransaction(call, async (tx) => {
    await lockFor(tx, call, call.params.id, mayRemoveVariant)
    await deleteVariant(tx, call.params.id)
    await emitChange(tx, call, 'planning', call.params.id)
    return { message: 'Success' }
  })
