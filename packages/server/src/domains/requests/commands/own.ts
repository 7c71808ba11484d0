import { requests } from '@vypusk/contract'
import { ask } from '../../../platform/ability.ts'
import type { Actor, Call } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { emit } from '../../../platform/events.ts'
import { recordChanges } from '../../../platform/history.ts'
import { refuse, refuseWith } from '../../../platform/refusal.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { NO_REQUEST, requestPolicy } from '../policy.ts'
import { requestDetail } from '../queries/detail.ts'
import { isStale } from '../rules.ts'
import { lockRequests, writeOwnFields, writeDeletion, type OwnFields, type LockedRequest } from '../store/requests.ts'

/** What the author of a request may do with it while nobody works on it. */

/** Locks a request. @throws 404 if there is none or the person may not see it */
async function lockKnown(tx: Transaction, { person }: Actor, id: number): Promise<LockedRequest> {
  const [row] = await lockRequests(tx, [id])
  if (!row) throw refuseWith(NO_REQUEST)
  await requestDetail(tx, person, id)
  return row
}

const ownFieldsOf = ({ e_title, text, urgency, priority }: LockedRequest): OwnFields => ({
  e_title,
  text,
  urgency,
  priority,
})
const { e_title, text, urgency, priority } = requests.fieldTitles
const ASKED_TITLES = { e_title, text, urgency, priority }

/** Changes the fields of the request that its author wrote. */
export async function saveOwnRequest(call: Call<typeof requests.saveRequest>) {
  const { params, person, deps } = call
  const { version, ...edit } = call.body
  await inTransaction(call, async (tx) => {
    const row = await lockKnown(tx, call, params.id)
    ask(requestPolicy, 'edit', person, row)
    const before = ownFieldsOf(row)
    if (isStale(row, row.own_version, version)) throw refuse('stale', { current: { ...before, version: row.version } })
    const after: OwnFields = { ...before, ...edit }
    const change = { entity: 'request', entity_id: row.id, titles: ASKED_TITLES, before, after } as const
    if ((await recordChanges<OwnFields>(tx, call, change)).length === 0) return
    const saved = await writeOwnFields(tx, row.id, after, momentOf(deps.clock))
    const about = { entity: 'request', entity_id: row.id, version: saved, companies: row.companies } as const
    await emit(tx, call, { kind: 'changed', ...about, data: {} })
  })
  return { message: 'Success', request: await requestDetail(deps.db, person, params.id) }
}

/** Withdraws a request; everything written about it is kept. */
export const withdrawRequest = (call: Call<typeof requests.withdrawRequest>) =>
  inTransaction(call, async (tx) => {
    const { person, deps } = call
    const row = await lockKnown(tx, call, call.params.id)
    ask(requestPolicy, 'withdraw', person, row)
    const at = momentOf(deps.clock)
    await recordChanges<{ deleted_at: string | null }>(tx, call, {
      entity: 'request',
      entity_id: row.id,
      titles: { deleted_at: 'Удаление' },
      before: { deleted_at: null },
      after: { deleted_at: at },
    })
    await writeDeletion(tx, row.id, at)
    const { version, companies } = row
    // Nobody of the company may see it any more, but it has to leave their screens.
    const about = { entity: 'request', entity_id: row.id, version, companies, knew: companies } as const
    await emit(tx, call, { kind: 'changed', ...about, data: {} })
    return { message: 'Success' }
  })
