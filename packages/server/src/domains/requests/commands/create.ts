import { requests } from '@vypusk/contract'
import type { Call } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { emit } from '../../../platform/events.ts'
import { recorded } from '../../../platform/history.ts'
import { NO_FILE, refuseField } from '../../../platform/refusal.ts'
import { inTransactionThen, type Transaction } from '../../../platform/transaction.ts'
import { lockUploads } from '../../files/port.ts'
import { companyOfNew, HIDDEN_COMPANY, mayAttach, NO_COMPANY, NO_TYPE, NOT_USED } from '../policy.ts'
import { requestDetail } from '../queries/detail.ts'
import { attachFiles, insertRequest } from '../store/requests.ts'

type Creation = Call<typeof requests.createRequest>

/** Creates a request with its files and notifies both sides. */
export const createRequest = (call: Creation) =>
  inTransactionThen(
    call,
    async (tx) => {
      const { e_title } = call.body
      const idcomp = companyOfNew(call.person, call.body.company)
      if (idcomp === null) throw refuseField(...NO_COMPANY)
      const id = await writeRequest(tx, call, idcomp)
      await attachFiles(tx, id, await checkedFiles(tx, call))
      const titles = { e_title: requests.fieldTitles.e_title }
      const history = recorded(call, { entity: 'request', entity_id: id, titles, before: null, after: { e_title } })
      const about = { entity: 'request', entity_id: id, version: 1 } as const
      await emit(tx, call, { ...about, kind: 'changed', companies: [idcomp], data: {} }, history)
      return id
    },
    async (tx, id) => ({ message: 'Success', id, request: await requestDetail(tx, call.person, id) }),
  )

async function writeRequest(tx: Transaction, { body, person, deps }: Creation, idcomp: number): Promise<number> {
  const { e_title, text, urgency, priority = null, type: type_id, module: idmod } = body
  const at = momentOf(deps.clock)
  const row = { e_title, text, urgency, priority, type_id, idmod, idcomp, author_id: person.id }
  const { id, isShown, usesModule, isType } = await insertRequest(tx, { ...row, created_at: at, updated_at: at })
  if (!isShown) throw refuseField(...HIDDEN_COMPANY)
  if (!usesModule) throw refuseField(...NOT_USED)
  if (!isType || id === null) throw refuseField(...NO_TYPE)
  return id
}

/** Checks the files. They stay locked until the transaction ends, so that nobody attaches or deletes them meanwhile. */
async function checkedFiles(tx: Transaction, { person, body }: Creation): Promise<number[]> {
  const ids = [...new Set(body.files)]
  const uploads = await lockUploads(tx, ids)
  if (uploads.length < ids.length || !uploads.every((one) => mayAttach(person, one)))
    throw refuseField('files', NO_FILE)
  return ids
}
