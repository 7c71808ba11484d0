import type { planning } from '@vypusk/contract'
import type { Call } from '../../../platform/call.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { closeInside, openInside } from '../../calendars/port.ts'

/** Closes days for installations. */
export const addFreeze = (call: Call<typeof planning.addFreeze>) =>
  inTransaction(call, async (tx) => ({
    message: 'Success',
    freeze: await closeInside(tx, call, { ...call.body, idcomp: call.body.idcomp ?? null }),
  }))

/** Opens the days again. */
export const removeFreeze = (call: Call<typeof planning.removeFreeze>) =>
  inTransaction(call, async (tx) => {
    await openInside(tx, call, call.params.id)
    return { message: 'Success' }
  })
