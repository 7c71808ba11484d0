import { requests } from '@vypusk/contract'
import { ask } from '../../../platform/ability.ts'
import type { Actor, Call } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { recordMany } from '../../../platform/history.ts'
import { oneForAnother } from '../../../platform/named-apart.ts'
import { refuseField } from '../../../platform/refusal.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { CHANGED, NO_REQUEST, NO_STATUS, requestPolicy } from '../policy.ts'
import { namedStatuses } from '../queries/names.ts'
import { differsFrom, isOvertaken, type StatusEdit } from '../rules.ts'
import { announceOfRequests, holdStatus, lockRequests, writeStatus, type LockedRequest } from '../store/requests.ts'

const { status, isPaid } = requests.fieldTitles
const TITLES = { status, isPaid }

/**
 * Gives requests a status, or says whether they are paid for. Those that are missing, or whose value is no longer the
 * one that was seen, are listed with the reason, the others are saved.
 */
export const saveStatus = (call: Call<typeof requests.saveStatus>) =>
  inTransaction(call, async (tx) => {
    const { requests: ids, was, ...edit } = call.body
    await refuseHidden(tx, edit)
    const rows = await lockRequests(tx, ids)
    for (const row of rows) ask(requestPolicy, 'edit_status', call.person, row)
    const seen = new Map(was?.map((one) => [one.request_id, one]))
    const fresh = rows.filter((row) => !isOvertaken(row, seen.get(row.id), edit))
    await change(
      tx,
      call,
      fresh.filter((row) => differsFrom(row, edit)),
      edit,
    )
    const [found, saved] = [rows, fresh].map((some) => new Set(some.map(({ id }) => id)))
    const left = [...new Set(ids)].filter((id) => !saved?.has(id))
    return {
      message: 'Success',
      saved: [...(saved ?? [])],
      refused: left.map((id) => ({ id, reason: (found?.has(id) ? CHANGED : NO_REQUEST)[1] })),
      before: fresh.map((row) => ({ request_id: row.id, status: row.status_id, isPaid: row.isPaid })),
    }
  })

async function refuseHidden(tx: Transaction, edit: StatusEdit) {
  if (edit.status !== undefined && !(await holdStatus(tx, edit.status))) throw refuseField(...NO_STATUS)
}

async function change(tx: Transaction, actor: Actor, rows: LockedRequest[], edit: StatusEdit) {
  if (rows.length === 0) return
  const statuses = await namedStatuses.all(tx, { ids: [...rows.map((row) => row.status_id), edit.status ?? 0] })
  const named = (id: number) => statuses.find((one) => one.id === id)
  const changes = rows.map((row) => {
    const [was, is] = oneForAnother(named(row.status_id), named(edit.status ?? row.status_id))
    const before = { status: was, isPaid: row.isPaid }
    const after = { status: is, isPaid: edit.isPaid ?? row.isPaid }
    return { entity: 'request' as const, entity_id: row.id, titles: TITLES, before, after }
  })
  await recordMany(tx, actor, changes)
  await writeStatus(
    tx,
    rows.map(({ id }) => id),
    edit,
    momentOf(actor.deps.clock),
  )
  await announceOfRequests(tx, actor, rows, ({ companies }) => companies)
}
