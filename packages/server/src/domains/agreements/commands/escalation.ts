import type { reminders } from '@vypusk/contract'
import type { Call } from '../../../platform/call.ts'
import { refuseField, refuseWith } from '../../../platform/refusal.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { reasons } from '../policy.ts'
import { eligible } from '../store.ts'
import { writeEscalation } from '../store/reminders.ts'

const NOT_THEIRS = 'Выберите человека этой компании, у которого есть почтовый адрес'

/** Saves who in a company is asked when its recipients do not answer. */
export async function saveEscalation(call: Call<typeof reminders.saveEscalation>) {
  const { company_id } = call.params
  const { deputy_id, head_id } = call.body
  await inTransaction(call, async (tx) => {
    const company = await tx
      .selectFrom('shared_companies as companies')
      .select('idcomp')
      .where('idcomp', '=', company_id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (!company) throw refuseWith(reasons.noCompany)
    const superiors = [deputy_id, head_id].filter((id) => id !== null)
    const people = await eligible(tx, company_id, superiors)
    const fits = (id: number | null) =>
      id === null || people.some((one) => one.id === id && one.email !== null && !one.isRivc)
    if (!fits(deputy_id)) throw refuseField('deputy_id', NOT_THEIRS)
    if (!fits(head_id)) throw refuseField('head_id', NOT_THEIRS)
    await writeEscalation(tx, { company_id, deputy_id, head_id })
  })
  return { message: 'Success' }
}
