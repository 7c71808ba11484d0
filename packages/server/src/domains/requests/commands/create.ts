import type { requests } from '@vypusk/contract'
import type { Call } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { emit } from '../../../platform/events.ts'
import { recordChanges } from '../../../platform/history.ts'
import { refuseField } from '../../../platform/refusal.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { lockUploads } from '../../files/port.ts'
import { companyOfNew, mayAttach, NO_COMPANY, NO_FILE, NO_TYPE, NOT_USED } from '../policy.ts'
import { requestDetail } from '../queries/detail.ts'
import { REQUEST_TITLES } from '../rules.ts'
import { choicesOf, insertRequest } from '../store.ts'

type Creation = Call<typeof requests.createRequest>

/** A new request with its files; both sides hear of it. */
export const createRequest = (call: Creation) =>
  inTransaction(call, async (tx) => {
    const { e_title, text, urgency, priority = null, type: type_id, module: idmod } = call.body
    const idcomp = await checkedCompany(tx, call)
    const files = await checkedFiles(tx, call)
    const at = momentOf(call.deps.clock)
    const row = { e_title, text, urgency, priority, type_id, idmod, idcomp, author_id: call.person.id }
    const id = await insertRequest(tx, { ...row, created_at: at, updated_at: at }, files)
    const titles = { e_title: REQUEST_TITLES.e_title }
    await recordChanges(tx, call, { entity: 'request', entity_id: id, titles, before: null, after: { e_title } })
    await emit(tx, call, {
      kind: 'changed',
      entity: 'request',
      entity_id: id,
      version: 1,
      companies: [idcomp],
      data: {},
    })
    return { message: 'Success', id, request: await requestDetail(tx, call.person, id) }
  })

async function checkedCompany(tx: Transaction, { person, body }: Creation): Promise<number> {
  const idcomp = companyOfNew(person, body.company)
  if (idcomp === null) throw refuseField(...NO_COMPANY)
  const { usesModule, isType } = await choicesOf(tx, { idcomp, idmod: body.module, type_id: body.type })
  if (!usesModule) throw refuseField(...NOT_USED)
  if (!isType) throw refuseField(...NO_TYPE)
  return idcomp
}

/** Files stay locked until the end, so that nobody attaches or removes them meanwhile. */
async function checkedFiles(tx: Transaction, { person, body }: Creation): Promise<number[]> {
  const ids = [...new Set(body.files)]
  const uploads = await lockUploads(tx, ids)
  if (uploads.length < ids.length || !uploads.every((one) => mayAttach(person, one))) throw refuseField(...NO_FILE)
  return ids
}
