import { requests } from '@vypusk/contract'
import type { Actor } from '../../platform/call.ts'
import { momentOf } from '../../platform/clock.ts'
import { bringBack } from '../../platform/deleted.ts'
import type { EventActor } from '../../platform/events.ts'
import { recordMany } from '../../platform/history.ts'
import { oneForAnother } from '../../platform/named-apart.ts'
import { refuseWith } from '../../platform/refusal.ts'
import type { Transaction } from '../../platform/transaction.ts'
import { ALREADY_IN_RELEASE, NO_REQUEST, requestPolicy } from './policy.ts'
import {
  lockRequests,
  lockRequestsOfRelease,
  releaseTitles,
  writeReleases,
  announceOfRequests,
  type LockedRequest,
} from './store/requests.ts'

/** The lists of requests as `administration` changes them, with what statuses mean and look like. */
export { lockStatus, patchStatus, statusList, typeList } from './store/requests.ts'
/** `issuesOf(db, which)`: the developers' tasks of requests, for staff only. */
export { issuesOf, NO_ISSUES, type Issues } from './queries/issues.ts'
/** Tasks whose hours may still change, and imported requests whose own task is not known. */
export { countIssues, nextOpenTasks, nextUntracked } from './queries/issues.ts'
/** `takeIssues(tx, actor, read)`: saves tasks as they were read from a tracker. */
export { takeIssues } from './commands/tracked.ts'
/** The tasks of a tracker that is renamed, connected again or removed. */
export { keepTasksWith, removeTasksOf } from './commands/left-tasks.ts'
/** Files of imported requests: which have to be fetched, and with what result. */
export { countFiles, waitingFiles, type WaitingFile } from './queries/import/files.ts'
export { forgetTries, noteFetched, noteUnfetched } from './store/import/files.ts'
/** `isStale(row, writtenAt, version)`: whether a part of a row was written after the version that a save was made from. */
export { isStale, MOST_LEVELS } from './rules.ts'
/** `holdRequests(tx, ids)`: locks requests before an act that moves some of them out of a release and others into it. */
export { holdRequests } from './store/requests.ts'
export { requestRows } from './queries/rows.ts'
/** `overStatuses(db)`: statuses of finished requests. */
export { overStatuses } from './queries/names.ts'
export { requestsFor } from './queries/scope.ts'
/** `requestFinder`: finds requests by number and words, for the search over everything. */
export { requestFinder } from './queries/finding.ts'
/** `requestMatters`: the requests that wait for staff. */
export { requestMatters } from './queries/waiting.ts'

/**
 * What a caller does for requests that are locked and may move, before their move is announced: what a company hears
 * depends on whether the release names it.
 */
type BeforeMove = (ids: number[]) => Promise<void>

/** Requests that go into one release. */
interface Joining {
  release_id: number
  ids: number[]
}

/**
 * Adds requests to releases: all or none, and each to one release only, even if two calls run at once (the rows are
 * locked). The releases must already exist, because their titles are recorded in the history.
 * @throws 404 «Заявка не найдена», 422 «Заявка уже добавлена в релиз», with the ids in `errors.requests`
 */
export async function attachEach(
  tx: Transaction,
  actor: Actor,
  all: Joining[],
  beforeMove?: BeforeMove,
): Promise<void> {
  const going = all.flatMap(({ release_id, ids }) => [...new Set(ids)].map((id) => ({ id, release_id })))
  const rows = await lockAll(
    tx,
    going.map(({ id }) => id),
  )
  const to = new Map(going.map(({ id, release_id }) => [id, release_id]))
  // A request that two releases want is taken once the first of them has it.
  const twice = new Set(going.filter(({ id, release_id }) => to.get(id) !== release_id).map(({ id }) => id))
  const taken = rows.filter((row) => twice.has(row.id) || requestPolicy.add_to_release(actor.person, row) !== true)
  if (taken.length > 0)
    throw refuseWith(ALREADY_IN_RELEASE, { errors: { requests: taken.map(({ id }) => String(id)) } })
  await moveAll(tx, actor, rows, ({ id }) => to.get(id) ?? null, beforeMove)
}

/** The same for one release. */
export const attachToRelease = (
  tx: Transaction,
  actor: Actor,
  release_id: number,
  ids: number[],
  beforeMove?: BeforeMove,
): Promise<void> => attachEach(tx, actor, [{ release_id, ids }], beforeMove)

/**
 * Adds those of the requests to a release that are in none.
 * @returns their ids
 */
export async function attachFree(
  tx: Transaction,
  actor: EventActor,
  release_id: number,
  ids: number[],
  beforeMove?: BeforeMove,
): Promise<number[]> {
  const rows = (await lockRequests(tx, ids)).filter((row) => row.release_id === null)
  await moveAll(tx, actor, rows, () => release_id, beforeMove)
  return rows.map(({ id }) => id)
}

/**
 * Moves requests from one release to another, all or nothing.
 * @throws 404 «Заявка не найдена» if one is not in the first, with `errors.requests`
 */
export async function moveBetweenReleases(
  tx: Transaction,
  actor: Actor,
  { from, to, ids }: { from: number; to: number; ids: number[] },
  beforeMove?: BeforeMove,
): Promise<void> {
  const rows = await lockRequestsOfRelease(tx, from, ids)
  refuseMissing(ids, rows)
  await moveAll(tx, actor, rows, () => to, beforeMove)
}

/**
 * Removes requests from a release: the given ones, or all.
 * @throws 404 «Заявка не найдена» if a given one is not in this release, with `errors.requests`
 */
export async function detachFromRelease(
  tx: Transaction,
  actor: Actor,
  release_id: number,
  ids: number[] | 'all',
): Promise<void> {
  const rows = await lockRequestsOfRelease(tx, release_id, ids)
  if (ids !== 'all') refuseMissing(ids, rows)
  await moveAll(tx, actor, rows, () => null)
}

async function lockAll(tx: Transaction, ids: number[]) {
  const rows = await lockRequests(tx, ids)
  refuseMissing(ids, rows)
  return rows
}

function refuseMissing(ids: number[], rows: LockedRequest[]) {
  const found = new Set(rows.map(({ id }) => id))
  const missing = [...new Set(ids)].filter((id) => !found.has(id))
  if (missing.length > 0) throw refuseWith(NO_REQUEST, { errors: { requests: missing.map(String) } })
}

/** Moves all rows from their release, if they have one, to another, or to none. */
async function moveAll(
  tx: Transaction,
  actor: EventActor,
  rows: LockedRequest[],
  to: (row: LockedRequest) => number | null,
  beforeMove?: BeforeMove,
) {
  if (rows.length === 0) return
  await beforeMove?.(rows.map(({ id }) => id))
  const moves = rows.map((row) => ({ id: row.id, refs: { before: row.release_id, after: to(row) } }))
  await writeReleases(
    tx,
    moves.map(({ id, refs }) => ({ id, release_id: refs.after })),
    momentOf(actor.deps.clock),
  )
  const named = await releaseTitles(
    tx,
    moves.flatMap(({ refs: { before, after } }) => [before ?? [], after ?? []].flat()),
  )
  const titles = { release_id: requests.fieldTitles.release_id }
  const changes = moves.map(({ id, refs }) => {
    // Releases may have the same title.
    const [before, after] = oneForAnother(
      named.find((release) => release.id === refs.before),
      named.find((release) => release.id === refs.after),
    )
    const values = { before: { release_id: before }, after: { release_id: after } }
    return { entity: 'request' as const, entity_id: id, titles, ...values, refs }
  })
  await recordMany(tx, actor, changes)
  await announceOfRequests(tx, actor, rows, ({ companies }) => companies)
}

/** Restores a deleted request. @returns false if it is not deleted */
export const restoreRequest = (tx: Transaction, actor: Actor, id: number): Promise<boolean> =>
  bringBack(tx, actor, { entity: 'request', table: 'requests', id })
