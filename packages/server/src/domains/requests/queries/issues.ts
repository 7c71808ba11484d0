import { sql } from 'kysely'
import type { requests } from '@vypusk/contract'
import type { Db } from '../../../platform/call.ts'
import { statement } from '../../../platform/statement.ts'

/** The contract's task of a developer. */
export const issueColumns = [
  'id',
  'title',
  'status',
  'assignee',
  'planned_time',
  'spent_time',
  'url',
  'tracker',
  'key',
] as const

const issues = statement((db, { ids }: { ids: number[] }) =>
  db
    .selectFrom('issues')
    .select(['request_id', ...issueColumns, 'reported_at'])
    .where('request_id', '=', sql<number>`any(${ids}::int[])`)
    .orderBy('request_id')
    .orderBy('id'),
)

/** Developers' tasks by request; a request without any is not in the map. */
export async function issuesOf(db: Db, ids: number[]): Promise<Map<number, requests.Issue[]>> {
  const byRequest = new Map<number, requests.Issue[]>()
  for (const { request_id, ...issue } of await issues.all(db, { ids })) {
    const known = byRequest.get(request_id)
    if (known) known.push(issue)
    else byRequest.set(request_id, [issue])
  }
  return byRequest
}
