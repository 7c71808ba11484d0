import type { trackers } from '@vypusk/contract'
import type { Actor, Call } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { emit } from '../../../platform/events.ts'
import { recordChanges } from '../../../platform/history.ts'
import { refuse, refuseField, refuseWith } from '../../../platform/refusal.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { sealingOf } from '../../auth/port.ts'
import { forgetTries, keepTasksWith, removeTasksOf } from '../../requests/port.ts'
import { reasons } from '../policy.ts'
import { trackerShown } from '../queries/trackers.ts'
import { TRACKER_TITLES } from '../rules.ts'
import {
  changeTracker,
  lockedTracker,
  nameAtAddress,
  removeTracker,
  trackerBy,
  writeTracker,
  type TrackerRow,
} from '../store/trackers.ts'
import { pageFrom } from './exporting.ts'
import { redmineOf } from './reading.ts'
import { ownerOfKey, projectsOf, TrackerFailure, type Redmine } from './redmine.ts'
import '../events.ts'

async function shown({ deps }: Actor, id: number): Promise<trackers.Tracker> {
  const tracker = await trackerShown(deps.db, id)
  if (!tracker) throw refuseWith(reasons.noTracker)
  return tracker
}

const sealed = async (tx: Transaction, { deps }: Actor, key: string) => (await sealingOf(tx, deps.settings)).seal(key)

type Recorded = Partial<Record<keyof typeof TRACKER_TITLES, string | boolean | null>>

const record = (tx: Transaction, actor: Actor, entity_id: number, before: Recorded | null, after: Recorded) =>
  recordChanges<Recorded>(tx, actor, { entity: 'tracker', entity_id, titles: TRACKER_TITLES, before, after })

/** Open lists load again. */
const announceChange = (tx: Transaction, actor: Actor, entity_id: number, version: number) =>
  emit(tx, actor, { kind: 'changed', entity: 'tracker', entity_id, version, companies: [], data: {} })

/** Two trackers of one address would count the same hours twice. @throws 422 */
async function refuseTwice(tx: Transaction, url: string, but?: number): Promise<void> {
  const name = await nameAtAddress(tx, url, but)
  if (name !== undefined) throw refuseField('url', reasons.sameAddress(name))
}

/** Adds a tracker and queues its first reading. */
export async function createTracker(call: Call<typeof trackers.create>) {
  const { key, ...fields } = call.body
  const id = await inTransaction(call, async (tx) => {
    await refuseTwice(tx, fields.url)
    const sealed_key = await sealed(tx, call, key)
    const made = await writeTracker(tx, { ...fields, sealed_key, created_at: momentOf(call.deps.clock) })
    await keepTasksWith(tx, call, fields)
    await record(tx, call, made.id, null, { ...fields, is_active: true })
    await announceChange(tx, call, made.id, made.version)
    await call.deps.jobs.send(tx, 'read_tracker', { tracker_id: made.id })
    return made.id
  })
  return { message: 'Success', tracker: await shown(call, id) }
}

/** Locks a tracker. @throws 404 if there is none */
async function locked(tx: Transaction, id: number): Promise<TrackerRow> {
  const tracker = await lockedTracker(tx, id)
  if (!tracker) throw refuseWith(reasons.noTracker)
  return tracker
}

/** A key is never sent to another address than the one it was entered for. */
const NEW_ADDRESS = 'Для другого адреса введите ключ заново'

/** The fields that the body names. */
const named = <Fields extends object>(fields: Fields): Named<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Named<Fields>
type Named<Fields> = { [Key in keyof Fields]?: Exclude<Fields[Key], undefined> }

/**
 * Changes what the body names of a tracker and has it read. @throws 404, 409 if it changed meanwhile, 422 for another
 * address without its key
 */
export async function saveTracker(call: Call<typeof trackers.save>) {
  const { id } = call.params
  const { key, version, ...fields } = call.body
  await inTransaction(call, async (tx) => {
    const { sealed_key: kept, version: current, ...row } = await locked(tx, id)
    if (version !== undefined && version !== current) throw refuse('stale', { current: await shown(call, id) })
    const { name, url, request_field, source, is_active } = row
    const before = { name, url, request_field, source, is_active }
    const after = { ...before, ...named(fields) }
    if (!key && after.url !== url) throw refuseField('key', NEW_ADDRESS)
    // Those that have one address since an earlier version can still be stopped and renamed.
    if (after.url !== url) await refuseTwice(tx, after.url, id)
    const sealed_key = key ? await sealed(tx, call, key) : kept
    await record(tx, call, id, before, { ...after, ...(key && { key: 'введён новый' }) })
    const now = await changeTracker(tx, id, { ...after, sealed_key })
    await keepTasksWith(tx, call, after, name)
    await announceChange(tx, call, id, now)
    await call.deps.jobs.send(tx, 'read_tracker', { tracker_id: id })
  })
  return { message: 'Success', tracker: await shown(call, id) }
}

/** Removes a tracker, and its tasks if that is wanted; its requests stay. @throws 404 */
export async function deleteTracker(call: Call<typeof trackers.remove>) {
  const { id } = call.params
  const { with_tasks } = call.query
  await inTransaction(call, async (tx) => {
    const { name, version } = await locked(tx, id)
    await record(tx, call, id, null, { removed: `${with_tasks ? 'удалён вместе с задачами' : 'удалён'}: ${name}` })
    await removeTracker(tx, id)
    if (with_tasks) await removeTasksOf(tx, call, name)
    await announceChange(tx, call, id, version)
  })
  return { message: 'Success' }
}

/** Lets attachments that could not be fetched be fetched again, once what kept them away is mended. */
export async function refetchFiles(call: Call<typeof trackers.refetch>) {
  const { id } = call.params
  await inTransaction(call, async (tx) => {
    const { source, version } = await locked(tx, id)
    if (source !== null) await forgetTries(tx, source)
    await announceChange(tx, call, id, version)
    await call.deps.jobs.send(tx, 'fetch_tracker_files', { tracker_id: id })
  })
  return { message: 'Success', tracker: await shown(call, id) }
}

/** Makes a request to a tracker while a person waits. @throws 422 with the reason why the tracker does not answer */
async function askTracker<Answer>(
  call: Actor,
  id: number,
  ask: (redmine: Redmine) => Promise<Answer>,
): Promise<Answer> {
  const tracker = await trackerBy(call.deps.db, id)
  if (!tracker) throw refuseWith(reasons.noTracker)
  try {
    return await ask(await redmineOf(call, tracker))
  } catch (error) {
    if (error instanceof TrackerFailure) throw refuseWith([422, error.message])
    throw error
  }
}

/** Returns whom the key belongs to and the projects it can see. */
export const testTracker = (call: Call<typeof trackers.test>) =>
  askTracker(call, call.params.id, async (redmine) => {
    const [person, projects] = [await ownerOfKey(redmine), await projectsOf(redmine)]
    return { message: 'Success', person, projects }
  })

/** The next issues of a tracker in full, for an import. */
export const pageOfTracker = (call: Call<typeof trackers.page>) =>
  askTracker(call, call.params.id, async (redmine) => ({ message: 'Success', ...(await pageFrom(redmine, call.body)) }))
