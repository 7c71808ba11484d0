import type { reminders } from '@vypusk/contract'
import type { Call } from '../../../platform/call.ts'
import { emit } from '../../../platform/events.ts'
import { recordChanges } from '../../../platform/history.ts'
import { refuse, refuseField, refuseWith } from '../../../platform/refusal.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { reasons } from '../policy.ts'
import { escalationOf, shownCompany } from '../queries/escalation.ts'
import { eligible } from '../store/agreements.ts'
import { lockEscalation, writeEscalation, type Chosen } from '../store/reminders.ts'
import '../events.ts'

const NOT_THEIRS = 'Выберите человека этой компании, у которого есть почтовый адрес'
const BLOCKED = 'Этот человек заблокирован: выберите другого'

const TITLES = { deputy: 'Если получатели молчат: заместитель', head: 'Если получатели молчат: руководитель' }

async function mustBeThere(tx: Transaction, company_id: number): Promise<void> {
  if (!(await shownCompany.first(tx, { company_id }))) throw refuseWith(reasons.noCompany)
}

/** Checks the people who are newly chosen; one who was chosen earlier may have left the company since. */
async function checkChosen(tx: Transaction, company_id: number, before: Chosen, after: Chosen): Promise<void> {
  for (const field of ['deputy_id', 'head_id'] as const) {
    const id = after[field]
    if (id === null || id === before[field]) continue
    const [person] = await eligible(tx, company_id, [id])
    if (!person || person.email === null || person.isRivc) throw refuseField(field, NOT_THEIRS)
    if (person.is_blocked) throw refuseField(field, BLOCKED)
  }
}

const idsOf = ({ deputy, head }: reminders.Escalation): Chosen => ({
  deputy_id: deputy?.id ?? null,
  head_id: head?.id ?? null,
})
const namesOf = ({ deputy, head }: reminders.Escalation) => ({
  deputy: deputy?.name ?? null,
  head: head?.name ?? null,
})

/** Saves who in a company is asked when its recipients do not answer; a person who is not given stays. */
export const saveEscalation = (call: Call<typeof reminders.saveEscalation>) =>
  inTransaction(call, async (tx) => {
    const { company_id } = call.params
    const { deputy_id, head_id, version } = call.body
    await mustBeThere(tx, company_id)
    await lockEscalation(tx, company_id)
    const current = await escalationOf(tx, company_id)
    if (version !== undefined && version !== current.escalation_version) throw refuse('stale', { current })
    const before = idsOf(current)
    const after = {
      deputy_id: deputy_id === undefined ? before.deputy_id : deputy_id,
      head_id: head_id === undefined ? before.head_id : head_id,
    }
    if (after.deputy_id === before.deputy_id && after.head_id === before.head_id)
      return { message: 'Success', ...current }
    await checkChosen(tx, company_id, before, after)
    await writeEscalation(tx, company_id, after)
    const saved = await escalationOf(tx, company_id)
    await recordChanges(tx, call, {
      entity: 'company',
      entity_id: company_id,
      titles: TITLES,
      before: namesOf(current),
      after: namesOf(saved),
    })
    await emit(tx, call, {
      kind: 'changed',
      entity: 'company',
      entity_id: company_id,
      companies: [company_id],
      data: {},
    })
    return { message: 'Success', ...saved }
  })
