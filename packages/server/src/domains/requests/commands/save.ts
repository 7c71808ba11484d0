import { requests } from '@vypusk/contract'
import { ask } from '../../../platform/ability.ts'
import type { Call, Actor } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { emit } from '../../../platform/events.ts'
import { recordChanges, recordMany } from '../../../platform/history.ts'
import { refuse, refuseWith } from '../../../platform/refusal.ts'
import { cleanHtml } from '../../../platform/text/html.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { CHANGED, NO_REQUEST, requestPolicy } from '../policy.ts'
import { backlogOf, isStale, editOf, withEdit, type BacklogFields, type BacklogEdit } from '../rules.ts'
import {
  lockRequests,
  writeBacklogs,
  writeDescription,
  announceOfRequests,
  type LockedRequest,
} from '../store/requests.ts'

const { inBacklog, backlog_title, planned_time, backlog_priority, description, isSolo } = requests.fieldTitles
const BACKLOG_TITLES = { inBacklog, backlog_title, planned_time, backlog_priority }
const DESCRIPTION_TITLES = { description, isSolo }

async function lockOne(tx: Transaction, id: number): Promise<LockedRequest> {
  const [row] = await lockRequests(tx, [id])
  if (!row) throw refuseWith(NO_REQUEST)
  return row
}

/** Creates or updates a backlog record; fields left out stay unchanged (api.md, "Requests and backlog"). */
export async function saveBacklog(call: Call<typeof requests.saveBacklog>) {
  const { request_id, version, ...edit } = call.body
  return inTransaction(call, async (tx) => {
    const row = await lockOne(tx, request_id)
    ask(requestPolicy, 'edit_backlog', call.person, row)
    if (isStale(row, row.backlog_version, version)) throw refuse('stale', { current: backlogOf(row) })
    await changeBacklog(tx, call, [row], edit)
    const [saved = row] = await lockRequests(tx, [request_id])
    const backlogRequest = backlogOf(saved)
    if (!backlogRequest) throw refuseWith(NO_REQUEST)
    return { message: 'Success', backlogRequest }
  })
}

/**
 * Saves the same fields for several requests: those that are missing, or were changed since the version that was sent,
 * are listed with the reason, the others are saved.
 */
export async function saveManyBacklog(call: Call<typeof requests.saveManyBacklog>) {
  const { requests: ids, versions, ...edit } = call.body
  const known = new Map(versions?.map(({ request_id, version }) => [request_id, version]))
  return inTransaction(call, async (tx) => {
    const rows = await lockRequests(tx, ids)
    for (const row of rows) ask(requestPolicy, 'edit_backlog', call.person, row)
    const found = new Set(rows.map(({ id }) => id))
    const fresh = rows.filter((row) => !isStale(row, row.backlog_version, known.get(row.id)))
    const written = await changeBacklog(tx, call, fresh, edit)
    const saved = new Set(fresh.map(({ id }) => id))
    const left = [...new Set(ids)].filter((id) => !saved.has(id))
    return {
      message: 'Success',
      saved: [...saved],
      refused: left.map((id) => ({ id, reason: (found.has(id) ? CHANGED : NO_REQUEST)[1] })),
      before: fresh.map(editOf),
      versions: written,
    }
  })
}

/** @returns the present version of each row */
async function changeBacklog(tx: Transaction, actor: Actor, rows: LockedRequest[], edit: BacklogEdit) {
  const both = rows.map((row) => ({ row, after: withEdit(row, edit) }))
  const changes = both.map(({ row, after }) => ({
    entity: 'request' as const,
    entity_id: row.id,
    titles: BACKLOG_TITLES,
    before: row,
    after,
  }))
  const fields = await recordMany<BacklogFields>(tx, actor, changes)
  const changed = both.filter((_, index) => fields[index]?.length)
  await writeBacklogs(
    tx,
    changed.map(({ row, after }) => ({ id: row.id, ...after })),
    momentOf(actor.deps.clock),
  )
  // The backlog is internal: no client company is notified.
  await announceOfRequests(
    tx,
    actor,
    changed.map(({ row }) => row),
    () => [],
  )
  return rows.map(({ id: request_id, version }, index) => ({
    request_id,
    version: fields[index]?.length ? version + 1 : version,
  }))
}

/** Saves the text of the request in a release description; only clean HTML is stored. */
export async function saveDescription(call: Call<typeof requests.saveDescription>) {
  const { id } = call.params
  const after = { description: cleanHtml(call.body.description), isSolo: call.body.isSolo }
  await inTransaction(call, async (tx) => {
    const row = await lockOne(tx, id)
    ask(requestPolicy, 'edit_description', call.person, row)
    const current = { description: row.description, isSolo: row.isSolo, version: row.version }
    if (isStale(row, row.description_version, call.body.version)) throw refuse('stale', { current })
    const change = { entity: 'request', entity_id: id, titles: DESCRIPTION_TITLES, before: row, after } as const
    const fields = await recordChanges(tx, call, change)
    if (fields.length === 0) return
    const { version } = await writeDescription(tx, id, after.description, after.isSolo, momentOf(call.deps.clock))
    const { companies } = row
    await emit(tx, call, { kind: 'changed', entity: 'request', entity_id: id, version, companies, data: {} })
  })
}
