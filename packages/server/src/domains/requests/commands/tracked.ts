import type { Actor } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { hasHiddenParent, requestFor, type Tracked } from '../rules.ts'
import {
  announceIssues,
  hideIssues,
  lockTracker,
  removeIssues,
  requestsCalled,
  requestsOfTasks,
  writeIssues,
  type IssueRow,
} from '../store/issues.ts'

interface Read {
  tracker: string
  /** The source of imports that the tracker's keys belong to. */
  source: string | null
  issues: (Tracked & Omit<IssueRow, 'request_id'>)[]
  /** The keys of tasks that no longer exist. */
  gone: string[]
  /** The keys of tasks that exist, but are not shown any more. */
  hidden: string[]
}

/**
 * Saves the tasks of a tracker as they were read. A task that no longer belongs to a request is deleted, and one
 * that is hidden is kept. Unchanged tasks are not written and cause no event.
 */
export async function takeIssues(
  tx: Transaction,
  actor: Actor,
  { tracker, source, issues, gone, hidden }: Read,
): Promise<void> {
  await lockTracker(tx, tracker)
  const known = await requestsCalled(tx, source, {
    names: issues.flatMap(({ names }) => names),
    keys: issues.map(({ key }) => key),
  })
  const byKey = new Map(issues.map((issue) => [issue.key, issue]))
  const below = issues.filter(({ key }) => hasHiddenParent(key, byKey)).map(({ key }) => key)
  const before = await requestsOfTasks(tx, tracker, below)
  const rows: IssueRow[] = []
  const left = [...gone]
  for (const issue of issues) {
    const { key, title, status, assignee, planned_time, spent_time, url } = issue
    const request_id = requestFor(key, byKey, known) ?? before.get(key)
    if (request_id === undefined) left.push(key)
    else rows.push({ key, request_id, title, status, assignee, planned_time, spent_time, url })
  }
  const now = momentOf(actor.deps.clock)
  const removed = await removeIssues(tx, tracker, left)
  const kept = await hideIssues(tx, tracker, hidden, now)
  const { touched } = await writeIssues(tx, tracker, rows, now, { onlyNews: true })
  await announceIssues(tx, actor, [...removed, ...kept, ...touched])
}
