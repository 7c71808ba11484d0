import type { Actor } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { emit } from '../../../platform/events.ts'
import { recordMany } from '../../../platform/history.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { ensureUse } from '../../catalog/port.ts'
import { REQUEST_TITLES } from '../rules.ts'
import type { Draft } from './drafts.ts'
import { makePlace, type Placement } from './placement.ts'
import { counted, NOTHING, written, type Plan, type Tally } from './plan.ts'
import { insertRequests, lockReadable, rememberRows, updateRequests } from './store.ts'
import type { Defaults } from './store.ts'
import { planPart } from './planning.ts'
import type { Tell } from './progress.ts'
import type { Spool } from './spool.ts'

const { e_title, text, status, type, priority, urgency, isPaid, inBacklog, planned_time } = REQUEST_TITLES
const BACKLOG_TITLES = { inBacklog, planned_time }
const CHANGE_TITLES = { e_title, text, status, type, priority, urgency, isPaid, ...BACKLOG_TITLES }

/** Whose the new requests are, and where they go whose row does not say. */
interface ImportOptions {
  source: string
  placement: Placement
  /** Rows that are to be written, as far as is known beforehand. */
  total: number
  /** A draft as it is written: with what was made of its words. */
  asMade: (draft: Draft) => Draft
  /** What it throws takes all back that was written. */
  emitChange: Tell
}

/** Writes what the drafts say anew, part by part, and tells after each. */
export async function carryOut(
  tx: Transaction,
  actor: Actor,
  drafts: Spool<Draft>,
  given: ImportOptions,
): Promise<Tally> {
  const at = momentOf(actor.deps.clock)
  const uses = new Map<string, Use>()
  let place: Awaited<ReturnType<typeof makePlace>> | undefined
  let tally = NOTHING
  for await (const part of drafts.parts()) {
    const plan = await planPart(tx, given.source, part.map(given.asMade))
    const used: Use[] = []
    if (plan.create.length > 0) {
      place ??= await makePlace(tx, given.placement)
      used.push(...(await createSome(tx, actor, plan.create, { ...defaultsOf(given, actor), ...place, at })))
    }
    if (plan.update.length > 0) used.push(...(await updateSome(tx, actor, plan.update, at)))
    for (const use of used) uses.set(`${use.idcomp} ${use.idmod}`, use)
    tally = counted(tally, plan)
    await given.emitChange({ stage: 'writing', done: written(tally), total: given.total })
  }
  await ensureUse(tx, [...uses.values()])
  // One event for all: screens fetch what they show anew.
  const data = { of: 'request' as const, ids: [] }
  await emit(tx, actor, { kind: 'many_changed', entity: 'all', entity_id: 0, companies: null, data })
  return tally
}

const defaultsOf = ({ source, placement }: ImportOptions, { person }: Actor) => ({
  source,
  status_id: placement.status_id,
  type_id: placement.type_id,
  author_id: person.id,
})

async function createSome(tx: Transaction, actor: Actor, create: Plan['create'], given: Defaults): Promise<Use[]> {
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
  await recordMany<{ inBacklog?: boolean; planned_time?: number }>(tx, actor, changes)
  return create.map(({ row }) => ({ idcomp: row.idcomp ?? given.idcomp, idmod: row.idmod ?? given.idmod }))
}

async function updateSome(tx: Transaction, actor: Actor, update: Plan['update'], at: string): Promise<Use[]> {
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
  await recordMany(tx, actor, changes)
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
