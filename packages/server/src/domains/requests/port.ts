import { requests } from '@vypusk/contract'
import type { Actor } from '../../platform/call.ts'
import { momentOf } from '../../platform/clock.ts'
import { bringBack } from '../../platform/deleted.ts'
import type { EventActor } from '../../platform/events.ts'
import { recordMany } from '../../platform/history.ts'
import { refuseWith } from '../../platform/refusal.ts'
import type { Transaction } from '../../platform/transaction.ts'
import { ALREADY_IN_RELEASE, NO_REQUEST, requestPolicy } from './policy.ts'
import {
  lockRequests,
  lockRequestsOfRelease,
  releaseTitle,
  writeRelease,
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
export { MOST_LEVELS } from './rules.ts'
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

/**
 * Adds requests to a release: all or none, and each to one release only, even if two calls run at once (the rows are
 * locked). The release must already exist, because its title is recorded in the history.
 * @throws 404 «Заявка не найдена», 422 «Заявка уже добавлена в релиз», with the ids in `errors.requests`
 */
export async function attachToRelease(
  tx: Transaction,
  actor: Actor,
  release_id: number,
  ids: number[],
  beforeMove?: BeforeMove,
): Promise<void> {
  const rows = await lockAll(tx, ids)
  const taken = rows.filter((row) => requestPolicy.add_to_release(actor.person, row) !== true)
  if (taken.length > 0)
    throw refuseWith(ALREADY_IN_RELEASE, { errors: { requests: taken.map(({ id }) => String(id)) } })
  await moveAll(tx, actor, rows, { from: null, to: release_id, beforeMove })
}

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
  await moveAll(tx, actor, rows, { from: null, to: release_id, beforeMove })
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
  await moveAll(tx, actor, rows, { from, to, beforeMove })
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
  await moveAll(tx, actor, rows, { from: release_id, to: null })
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

interface Move {
  from: number | null
  to: number | null
  beforeMove?: BeforeMove | undefined
}

/** Moves all rows from one release, or none, to another, or none. */
async function moveAll(tx: Transaction, actor: EventActor, rows: LockedRequest[], { from, to, beforeMove }: Move) {
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  await beforeMove?.(ids)
  await writeRelease(tx, ids, to, momentOf(actor.deps.clock))
  const titles = { release_id: requests.fieldTitles.release_id }
  const before = from && (await releaseTitle(tx, from))
  const after = to && (await releaseTitle(tx, to))
  const changes = rows.map(({ id }) => ({
    entity: 'request' as const,
    entity_id: id,
    titles,
    before: { release_id: before },
    after: { release_id: after },
    refs: { before: from, after: to },
  }))
  await recordMany(tx, actor, changes)
  await announceOfRequests(tx, actor, rows, ({ companies }) => companies)
}

/** Restores a deleted request. @returns false if it is not deleted */
export const restoreRequest = (tx: Transaction, actor: Actor, id: number): Promise<boolean> =>
  bringBack(tx, actor, { entity: 'request', table: 'requests', id })
