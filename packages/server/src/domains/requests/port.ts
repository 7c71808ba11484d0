import type { Actor } from '../../platform/call.ts'
import { momentOf } from '../../platform/clock.ts'
import { bringBack } from '../../platform/deleted.ts'
import type { EventActor } from '../../platform/events.ts'
import { recordMany } from '../../platform/history.ts'
import { refuseWith } from '../../platform/refusal.ts'
import type { Transaction } from '../../platform/transaction.ts'
import { ALREADY_IN_RELEASE, NO_REQUEST, requestPolicy } from './policy.ts'
import { REQUEST_TITLES } from './rules.ts'
import {
  lockRequests,
  lockRequestsOfRelease,
  releaseTitle,
  writeRelease,
  announceOfRequests,
  type LockedRequest,
} from './store.ts'

/** `statusList`, `typeList`: what `administration` changes of the lists of requests. */
export { statusList, typeList } from './store.ts'
/** `issuesOf(db, which)`: developers' tasks of requests, which are staff's. */
export { issuesOf, NO_ISSUES, type Issues } from './queries/issues.ts'
/** `openIssueKeys(db, tracker, most)`: tasks whose hours may still change. */
export { countIssues, openIssueKeys } from './queries/issues.ts'
/** `takeIssues(tx, actor, read)`: tasks as a tracker that is read has them now. */
export { takeIssues } from './commands/tracked.ts'
/** Files of requests that were brought from a tracker: what is to be fetched, and what became of it. */
export { countFiles, noteFetched, noteUnfetched, waitingFiles, type WaitingFile } from './import/named-files.ts'
export { MOST_LEVELS } from './rules.ts'
export { requestRows } from './queries/rows.ts'
/** `overStatuses(db)`: statuses of requests that ask for nothing any more. */
export { overStatuses } from './queries/names.ts'
export { requestsFor } from './queries/scope.ts'
/** `requestFinder`: requests by number and by words, for the search over everything. */
export { requestFinder } from './queries/finding.ts'
/** `requestMatters`: what of requests waits for staff. */
export { requestMatters } from './queries/waiting.ts'

/**
 * Puts requests into a release: all or nothing, and each into one release only, whoever tries at once
 * (the rows are locked). Titles of the release are what history shows, so the release exists by now.
 * @throws 404 «Заявка не найдена», 422 «Заявка уже добавлена в релиз», with `errors.requests` listing the ids
 */
export async function attachToRelease(tx: Transaction, actor: Actor, release_id: number, ids: number[]): Promise<void> {
  const rows = await lockAll(tx, ids)
  const taken = rows.filter((row) => requestPolicy.add_to_release(actor.person, row) !== true)
  if (taken.length > 0)
    throw refuseWith(ALREADY_IN_RELEASE, { errors: { requests: taken.map(({ id }) => String(id)) } })
  await moveAll(tx, actor, rows, null, release_id)
}

/**
 * Puts those of the requests into a release that are in none.
 * @returns their ids
 */
export async function attachFree(
  tx: Transaction,
  actor: EventActor,
  release_id: number,
  ids: number[],
): Promise<number[]> {
  const rows = (await lockRequests(tx, ids)).filter((row) => row.release_id === null)
  await moveAll(tx, actor, rows, null, release_id)
  return rows.map(({ id }) => id)
}

/**
 * Moves requests from one release to another, all or nothing.
 * @throws 404 «Заявка не найдена» when one is not in the first, with `errors.requests`
 */
export async function moveBetweenReleases(
  tx: Transaction,
  actor: Actor,
  from: number,
  to: number,
  ids: number[],
): Promise<void> {
  const rows = await lockRequestsOfRelease(tx, from, ids)
  refuseMissing(ids, rows)
  await moveAll(tx, actor, rows, from, to)
}

/**
 * Takes requests out of a release: those named, or all it has.
 * @throws 404 «Заявка не найдена» when one named is not in this release, with `errors.requests`
 */
export async function detachFromRelease(
  tx: Transaction,
  actor: Actor,
  release_id: number,
  ids: number[] | 'all',
): Promise<void> {
  const rows = await lockRequestsOfRelease(tx, release_id, ids)
  if (ids !== 'all') refuseMissing(ids, rows)
  await moveAll(tx, actor, rows, release_id, null)
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

/** All rows leave one release, or none, for another, or none. */
async function moveAll(
  tx: Transaction,
  actor: EventActor,
  rows: LockedRequest[],
  from: number | null,
  to: number | null,
) {
  if (rows.length === 0) return
  await writeRelease(
    tx,
    rows.map(({ id }) => id),
    to,
    momentOf(actor.deps.clock),
  )
  const titles = { release_id: REQUEST_TITLES.release_id }
  const before = from && (await releaseTitle(tx, from))
  const after = to && (await releaseTitle(tx, to))
  const changes = rows.map(({ id }) => ({
    entity: 'request' as const,
    entity_id: id,
    titles,
    before: { release_id: before },
    after: { release_id: after },
  }))
  await recordMany(tx, actor, changes)
  await announceOfRequests(tx, actor, rows, ({ companies }) => companies)
}

/** @returns false when the request is not deleted */
export const restoreRequest = (tx: Transaction, actor: Actor, id: number): Promise<boolean> =>
  bringBack(tx, actor, { entity: 'request', table: 'requests', id })
