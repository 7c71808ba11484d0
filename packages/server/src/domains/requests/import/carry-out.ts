import type { Doer } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { emit } from '../../../platform/events.ts'
import { recordMany } from '../../../platform/history.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { ensureUse } from '../../catalog/port.ts'
import { REQUEST_TITLES } from '../rules.ts'
import { parts } from './parts.ts'
import { makePlace, type Placement } from './placement.ts'
import type { Plan } from './plan.ts'
import { insertRequests, lockReadable, rememberRows, updateRequests } from './store.ts'
import type { Defaults } from './store.ts'
import type { Tell } from './progress.ts'

const { e_title, text, status, type, priority, urgency, isPaid, inBacklog, planned_time } = REQUEST_TITLES
const BACKLOG_TITLES = { inBacklog, planned_time }
const CHANGE_TITLES = { e_title, text, status, type, priority, urgency, isPaid, ...BACKLOG_TITLES }

/** Whose the new requests are, and where they go whose row does not say. */
interface Given {
  source: string
  placement: Placement
}

/**
 * Does what the plan says, some rows at a time, and tells after each.
 * @param tell what it throws takes all of it back
 */
export async function carryOut(tx: Transaction, doer: Doer, plan: Plan, given: Given, tell: Tell): Promise<void> {
  const { create, update } = plan
  const total = create.length + update.length
  if (total === 0) return
  const at = momentOf(doer.deps.clock)
  const uses: Use[] = []
  let done = 0
  const toldOf = async (some: Use[]) => {
    uses.push(...some)
    done += some.length
    await tell({ stage: 'writing', done, total })
  }
  if (create.length > 0) {
    const { placement, source } = given
    const { status_id, type_id } = placement
    const here = await makePlace(tx, placement)
    const defaults = { source, status_id, type_id, at, author_id: doer.person.id, ...here }
    for (const some of parts(create)) await toldOf(await createSome(tx, doer, some, defaults))
  }
  // Rows are locked in the order of their ids, as everywhere.
  for (const some of parts(update.toSorted((a, b) => a.known.id - b.known.id)))
    await toldOf(await updateSome(tx, doer, some, at))
  await ensureUse(tx, distinct(uses))
  // One event for all: screens fetch what they show anew.
  await emit(tx, doer, { kind: 'changed', entity: 'all', entity_id: 0, companies: null, data: {} })
}

async function createSome(tx: Transaction, doer: Doer, create: Plan['create'], given: Defaults): Promise<Use[]> {
  const ids = await insertRequests(tx, create, given)
  const said = create.flatMap(({ source_key, row }) => {
    const request_id = ids.get(source_key)
    return request_id === undefined ? [] : [{ request_id, row }]
  })
  await rememberRows(tx, said, given.at)
  // The request itself is no change; its backlog record is one that history has to tell of.
  const changes = said.map(({ request_id, row }) => ({
    entity: 'request' as const,
    entity_id: request_id,
    titles: BACKLOG_TITLES,
    before: null,
    after: typeof row.planned_time === 'number' ? { inBacklog: false, planned_time: row.planned_time } : {},
    via: 'import' as const,
  }))
  await recordMany<{ inBacklog?: boolean; planned_time?: number }>(tx, doer, changes)
  return create.map(({ row }) => ({ idcomp: row.idcomp ?? given.idcomp, idmod: row.idmod ?? given.idmod }))
}

async function updateSome(tx: Transaction, doer: Doer, update: Plan['update'], at: string): Promise<Use[]> {
  const ids = update.map(({ known }) => known.id)
  const before = await lockReadable(tx, ids)
  await updateRequests(tx, update, at)
  const after = new Map((await lockReadable(tx, ids)).map((row) => [row.id, row]))
  const changes = before.map((row) => ({
    entity: 'request' as const,
    entity_id: row.id,
    titles: CHANGE_TITLES,
    before: row,
    after: after.get(row.id) ?? row,
    via: 'import' as const,
  }))
  await recordMany(tx, doer, changes)
  await rememberRows(
    tx,
    update.map(({ known, draft }) => ({ request_id: known.id, row: { ...known.said, ...draft.row } })),
    at,
  )
  return [...after.values()].map(({ idcomp, idmod }) => ({ idcomp, idmod }))
}

interface Use {
  idcomp: number
  idmod: number
}
const distinct = (uses: Use[]) => [...new Map(uses.map((use) => [`${use.idcomp} ${use.idmod}`, use])).values()]
