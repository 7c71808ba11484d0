import type { requests } from '@vypusk/contract'
import type { Call } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { announceIssues, lockTracker, requestsMeant, writeIssues, type IssueRow } from '../store/issues.ts'
import { underOneName } from '../store/left-issues.ts'

type Reported = requests.ReportedIssue

const NO_REQUEST = 'Заявка не найдена'
const NOT_NAMED = 'Назовите заявку: номером или прежним номером'
const SEVERAL = 'С таким прежним номером несколько заявок: назовите заявку номером'

type Meant = Awaited<ReturnType<typeof requestsMeant>>

/** The request that a task belongs to, or the reason why there is none. */
function requestOf({ request_id, request_key }: Reported, { ids, byKey }: Meant): number | string {
  if (typeof request_id === 'number') return ids.has(request_id) ? request_id : NO_REQUEST
  if (!request_key) return NOT_NAMED
  const [found, ...others] = byKey.get(request_key.toLowerCase()) ?? []
  if (found === undefined) return NO_REQUEST
  return others.length > 0 ? SEVERAL : found
}

async function save(tx: Transaction, tracker: string, issues: Reported[], reported_at: string) {
  await lockTracker(tx, tracker)
  const { name, moved } = await underOneName(tx, tracker)
  const meant = await requestsMeant(tx, issues)
  const refused: { key: string; reason: string }[] = []
  // If a task is reported twice, the last report counts.
  const rows = new Map<string, IssueRow>()
  for (const issue of issues) {
    const request = requestOf(issue, meant)
    if (typeof request === 'string') {
      refused.push({ key: issue.key, reason: request })
      continue
    }
    const { key, title, status, planned_time, spent_time, assignee = null, url = null } = issue
    rows.set(key, { key, request_id: request, title, status, assignee, planned_time, spent_time, url })
  }
  const { created, updated, touched } = await writeIssues(tx, name, [...rows.values()], reported_at)
  return { created, updated, refused, touched: [...moved, ...touched] }
}

/** Saves developers' tasks as their tracker reports them. */
export const saveIssues = (call: Call<typeof requests.saveIssues>) =>
  inTransaction(call, async (tx) => {
    const { tracker, issues } = call.body
    const { touched, ...done } = await save(tx, tracker, issues, momentOf(call.deps.clock))
    await announceIssues(tx, call, touched)
    return { message: 'Success', ...done }
  })
