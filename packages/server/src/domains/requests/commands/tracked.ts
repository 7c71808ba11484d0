import type { Actor } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { requestFor, type Tracked } from '../rules.ts'
import { announceIssues, lockTracker, removeIssues, requestsCalled, writeIssues, type IssueRow } from '../store.ts'

interface Read {
  tracker: string
  /** Whose keys the tracker's own are, among the sources of imports. */
  source: string | null
  issues: (Tracked & Omit<IssueRow, 'request_id'>)[]
  /** Keys of tasks that are there no more. */
  gone: string[]
}

/**
 * Takes tasks as a tracker that is read has them now: one that is of no request any more is a task no more. What is as it
 * was is not written, and nobody is told of it.
 */
export async function takeIssues(
  tx: Transaction,
  actor: Actor,
  { tracker, source, issues, gone }: Read,
): Promise<void> {
  await lockTracker(tx, tracker)
  const known = await requestsCalled(tx, source, {
    names: issues.flatMap(({ names }) => names),
    keys: issues.map(({ key }) => key),
  })
  const byKey = new Map(issues.map((issue) => [issue.key, issue]))
  const rows: IssueRow[] = []
  const left = [...gone]
  for (const issue of issues) {
    const { key, title, status, assignee, planned_time, spent_time, url } = issue
    const request_id = requestFor(key, byKey, known)
    if (request_id === undefined) left.push(key)
    else rows.push({ key, request_id, title, status, assignee, planned_time, spent_time, url })
  }
  const removed = await removeIssues(tx, tracker, left)
  const { touched } = await writeIssues(tx, tracker, rows, momentOf(actor.deps.clock), { onlyNews: true })
  await announceIssues(tx, actor, [...removed, ...touched])
}
