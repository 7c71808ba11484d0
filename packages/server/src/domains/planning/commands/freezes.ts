import type { planning } from '@vypusk/contract'
import type { Call } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { refuse } from '../../../platform/refusal.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { freezesFrom } from '../queries/freezes.ts'
import { deleteFreeze, insertFreeze } from '../store.ts'
import { tell } from './telling.ts'

/** Closes days for installations. */
export const addFreeze = (call: Call<typeof planning.addFreeze>) =>
  inTransaction(call, async (tx) => {
    const { idcomp, ...days } = call.body
    const [author_id, created_at] = [call.person.id, momentOf(call.deps.clock)]
    const id = await insertFreeze(tx, { ...days, idcomp: idcomp ?? null, author_id, created_at })
    const [freeze] = await freezesFrom(tx, days.date_from, id)
    if (!freeze) throw refuse('conflict')
    await tell(tx, call, id)
    return { message: 'Success', freeze }
  })

/** Opens the days again. */
export const removeFreeze = (call: Call<typeof planning.removeFreeze>) =>
  inTransaction(call, async (tx) => {
    if (!(await deleteFreeze(tx, call.params.id))) throw refuse('not_found')
    await tell(tx, call, call.params.id)
    return { message: 'Success' }
  })
