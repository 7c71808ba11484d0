import { adminLists } from '@vypusk/contract'
import type { Call, Actor } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { emit } from '../../../platform/events.ts'
import { recordChanges } from '../../../platform/history.ts'
import type { OrderedList } from '../../../platform/ordered-list.ts'
import { refuse, refuseField, refuseWith, type RefusalSpec } from '../../../platform/refusal.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { moduleList, systemList } from '../../catalog/port.ts'
import { registryStepList } from '../../registry/port.ts'
import { calledOffWith, lockSteps, releaseStepList, writeStepKind } from '../../releases/port.ts'
import { lockStatus, patchStatus, statusList, typeList } from '../../requests/port.ts'
import { mayBegin, mayHideEntryStep, mayHideStep, mayReplacePublished, mayRevalue, reasons } from '../policy.ts'
import { entriesOn, firstStatus, releasesOn } from '../queries/lists.ts'
import { TITLES } from '../rules.ts'

type List = adminLists.ListName

/** Each list with the functions of its domain that write it. */
const LISTS: Record<List, OrderedList> = {
  system: systemList,
  module: moduleList,
  release_step: releaseStepList,
  registry_step: registryStepList,
  request_status: statusList,
  request_type: typeList,
}

/** Makes lists on everybody's open screens read the change. */
const emitChange = (tx: Transaction, actor: Actor, list: List, entity_id: number, version: number) =>
  emit(tx, actor, { kind: 'changed', entity: list, entity_id, version, companies: null, data: {} })

/** Adds an item at the end of a list. */
export const createItem = (call: Call<typeof adminLists.create>) =>
  inTransaction(call, async (tx) => {
    const { list } = call.params
    const { name, idsys } = call.body
    if (list === 'module' && !(idsys && (await systemList.lock(tx, idsys)))) {
      throw refuseField('idsys', 'Система не найдена')
    }
    const id = await LISTS[list].insert(tx, name, idsys ?? null)
    const titles = { name: TITLES[list] }
    await recordChanges(tx, call, { entity: list, entity_id: id, titles, before: null, after: { name } })
    await emitChange(tx, call, list, id, 1)
    return { message: 'Success', id }
  })

async function lock(tx: Transaction, list: List, id: number) {
  const found = await LISTS[list].lock(tx, id)
  if (!found) throw refuse('not_found')
  return found
}

/** Renames an item; everything that refers to it shows the new name. */
export const renameItem = (call: Call<typeof adminLists.rename>) =>
  inTransaction(call, async (tx) => {
    const { list, id } = call.params
    const { name, version } = call.body
    const before = await lock(tx, list, id)
    if (version !== undefined && version !== before.version) throw refuse('stale', { current: { id, ...before } })
    const titles = { name: TITLES[list] }
    const changed = await recordChanges(tx, call, {
      entity: list,
      entity_id: id,
      titles,
      before,
      after: { ...before, name },
    })
    if (changed.length > 0) await emitChange(tx, call, list, id, await LISTS[list].patch(tx, id, { name }))
    return { message: 'Success' }
  })

/**
 * Returns why an item cannot be hidden, or true; systems and modules always can. Locks the whole list of steps, so that
 * when two administrators hide the last ones at once, one is refused.
 */
async function whyNotHidden(tx: Transaction, list: List, id: number): Promise<true | RefusalSpec> {
  if (list === 'release_step') {
    const step = (await lockSteps(tx)).find((one) => one.id === id)
    return mayHideStep(step?.kind ?? '', await releasesOn(tx, id))
  }
  if (list === 'system' || list === 'module') return true
  const others = (await LISTS[list].lockOrder(tx, id)).filter((one) => one.id !== id && !one.is_hidden)
  if (list === 'registry_step') return mayHideEntryStep(await entriesOn(tx, id), others.length)
  return others.length > 0 ? true : reasons.lastOfRequests
}

/**
 * Makes a change of a list; of statuses the first one, which new requests get, must not be one that ends the work
 * afterwards. Locks all statuses, so that two changes at once are made one after another. @throws 422
 */
async function withOpenBeginning<Reply>(tx: Transaction, list: List, id: number, change: () => Promise<Reply>) {
  if (list !== 'request_status') return change()
  await statusList.lockOrder(tx, id)
  const before = await firstStatus.one(tx, {})
  const reply = await change()
  const may = mayBegin(before, await firstStatus.one(tx, {}))
  if (may !== true) throw refuseWith(may)
  return reply
}

/** Hides an item everywhere it can be chosen, or shows it again. */
export const hideItem = (call: Call<typeof adminLists.hide>) =>
  inTransaction(call, (tx) => withOpenBeginning(tx, call.params.list, call.params.id, () => hide(tx, call)))

async function hide(tx: Transaction, call: Call<typeof adminLists.hide>) {
  const { list, id } = call.params
  const { is_hidden } = call.body
  const may = is_hidden ? await whyNotHidden(tx, list, id) : true
  const before = await lock(tx, list, id)
  if (before.is_hidden === is_hidden) return { message: 'Success' }
  if (may !== true) throw refuseWith(may)
  const titles = { is_hidden: 'Скрыто' }
  await recordChanges(tx, call, { entity: list, entity_id: id, titles, before, after: { ...before, is_hidden } })
  const hidden_at = is_hidden ? momentOf(call.deps.clock) : null
  await emitChange(tx, call, list, id, await LISTS[list].patch(tx, id, { hidden_at }))
  return { message: 'Success' }
}

/** Saves the order of a list; refused when somebody has added an item in the meantime. */
export const reorderItems = (call: Call<typeof adminLists.reorder>) =>
  inTransaction(call, (tx) => withOpenBeginning(tx, call.params.list, 0, () => reorder(tx, call)))

async function reorder(tx: Transaction, call: Call<typeof adminLists.reorder>) {
  const { list } = call.params
  const { ids } = call.body
  const [first = 0] = ids
  const known = await LISTS[list].lockOrder(tx, first)
  const sorted = (all: number[]) => all.toSorted((a, b) => a - b).join()
  if (sorted(known.map(({ id }) => id)) !== sorted(ids)) throw refuseWith(reasons.otherList)
  const moved = known.flatMap(({ id, name }, was) => (ids.indexOf(id) === was ? [] : [{ id, name, was }]))
  for (const { id, was } of moved) {
    const places = { before: { order: was + 1 }, after: { order: ids.indexOf(id) + 1 } }
    await recordChanges(tx, call, { entity: list, entity_id: id, titles: { order: 'Место в списке' }, ...places })
  }
  await LISTS[list].writeOrder(tx, ids)
  // One event for all that moved: the id 0 stands for every item of the kind.
  if (moved.length > 0) await emitChange(tx, call, list, 0, 0)
  return { message: 'Success' }
}

const KINDS: Record<string, string> = { work: 'работа', published: 'опубликован', closed: 'закрыт' }

async function changeKind(
  tx: Transaction,
  actor: Actor,
  step: { id: number; kind: string },
  kind: adminLists.StepKind,
) {
  const version = await writeStepKind(tx, step.id, kind)
  const words = { before: { kind: KINDS[step.kind] }, after: { kind: KINDS[kind] } }
  await recordChanges(tx, actor, {
    entity: 'release_step',
    entity_id: step.id,
    titles: { kind: 'Что значит этап' },
    ...words,
  })
  await emitChange(tx, actor, 'release_step', step.id, version)
}

/** Makes a closed step of the published one. */
async function closePublished(tx: Transaction, actor: Actor, step: { id: number; kind: string }) {
  const releases = await calledOffWith.all(tx, { step_id: step.id })
  const may = mayReplacePublished(releases.map(({ id }) => id))
  if (may !== true) throw refuseWith(may)
  await changeKind(tx, actor, step, 'closed')
}

/** Sets the meaning of a release step. The step that was the published one until then becomes a closed one. */
export const setStepKind = (call: Call<typeof adminLists.setKind>) =>
  inTransaction(call, async (tx) => {
    const { kind } = call.body
    const steps = await lockSteps(tx)
    const published = steps.find((one) => one.kind === 'published')
    const step = steps.find((one) => one.id === call.params.id)
    if (!step || !published) throw refuse('not_found')
    if (step.kind === kind) return { message: 'Success' }
    const may = mayRevalue(step, await releasesOn(tx, step.id))
    if (may !== true) throw refuseWith(may)
    if (kind === 'published') await closePublished(tx, call, published)
    await changeKind(tx, call, step, kind)
    return { message: 'Success' }
  })

/** Sets whether the work on requests with a status is over. */
export const setStatusOver = (call: Call<typeof adminLists.setOver>) =>
  inTransaction(call, (tx) => {
    const { id } = call.params
    return withOpenBeginning(tx, 'request_status', id, () => changeStatus(tx, call, id, call.body))
  })

/** Sets the colour of a status. */
export const setStatusTone = (call: Call<typeof adminLists.setTone>) =>
  inTransaction(call, (tx) => changeStatus(tx, call, call.params.id, call.body))

const STATUS_TITLES = { is_over: 'Работа окончена', tone: 'Цвет' }

async function changeStatus(
  tx: Transaction,
  actor: Actor,
  entity_id: number,
  patch: { is_over: boolean } | { tone: adminLists.RequestStatus['tone'] },
) {
  const status = await lockStatus(tx, entity_id)
  if (!status) throw refuse('not_found')
  const words = ({ is_over, tone }: typeof status) => ({
    is_over,
    // A check constraint of the column allows the contract's tones only.
    tone: adminLists.toneNames[tone as adminLists.RequestStatus['tone']],
  })
  const changed = await recordChanges(tx, actor, {
    entity: 'request_status',
    entity_id,
    titles: STATUS_TITLES,
    before: words(status),
    after: words({ ...status, ...patch }),
  })
  if (changed.length === 0) return { message: 'Success' }
  await emitChange(tx, actor, 'request_status', entity_id, await patchStatus(tx, entity_id, patch))
  return { message: 'Success' }
}
