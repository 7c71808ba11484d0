import type { planning } from '@vypusk/contract'
import type { Call, Actor } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { recordChanges } from '../../../platform/history.ts'
import { refuse } from '../../../platform/refusal.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { freezeOf } from '../queries/freezes.ts'
import { deleteFreeze, insertFreeze } from '../store.ts'
import { emitChange } from './announcing.ts'

const titles = { namecomp: 'Компания', date_from: 'С', date_to: 'По', reason: 'Причина' }
type Recorded = Record<keyof typeof titles, string | null>
const OPEN: Recorded = { namecomp: null, date_from: null, date_to: null, reason: null }

const recorded = ({ company, date_from, date_to, reason }: planning.Freeze): Recorded => ({
  namecomp: company?.namecomp ?? 'Все компании',
  date_from,
  date_to,
  reason,
})

/** Writes down what became of the closed days, and says it to whoever plans. */
async function note(tx: Transaction, actor: Actor, entity_id: number, before: Recorded | null, after: Recorded) {
  await recordChanges(tx, actor, { entity: 'freeze', entity_id, titles, before, after })
  await emitChange(tx, actor, 'freeze', entity_id)
}

/** Closes days for installations. */
export const addFreeze = (call: Call<typeof planning.addFreeze>) =>
  inTransaction(call, async (tx) => {
    const { idcomp, ...days } = call.body
    const [author_id, created_at] = [call.person.id, momentOf(call.deps.clock)]
    const id = await insertFreeze(tx, { ...days, idcomp: idcomp ?? null, author_id, created_at })
    const freeze = await freezeOf(tx, id)
    if (!freeze) throw refuse('conflict')
    await note(tx, call, id, null, recorded(freeze))
    return { message: 'Success', freeze }
  })

/** Opens the days again. */
export const removeFreeze = (call: Call<typeof planning.removeFreeze>) =>
  inTransaction(call, async (tx) => {
    const freeze = await freezeOf(tx, call.params.id)
    // Two may open the same days at once; one of them has.
    if (!freeze || !(await deleteFreeze(tx, freeze.id))) throw refuse('not_found')
    await note(tx, call, freeze.id, recorded(freeze), OPEN)
    return { message: 'Success' }
  })
