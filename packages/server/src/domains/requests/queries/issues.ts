import { sql } from 'kysely'
import type { requests } from '@vypusk/contract'
import type { Db } from '../../../platform/call.ts'

/** Developers' tasks by request; a request without any is not in the map. */
export async function issuesOf(db: Db, ids: number[]): Promise<Map<number, requests.Issue[]>> {
  const rows = await db
    .selectFrom('issues')
    .select(['request_id', 'id', 'title', 'status', 'assignee', 'planned_time', 'spent_time', 'url'])
    .where('request_id', '=', sql<number>`any(${ids}::int[])`)
    .orderBy('request_id')
    .orderBy('id')
    .execute()
  const byRequest = new Map<number, requests.Issue[]>()
  for (const { request_id, ...issue } of rows) byRequest.set(request_id, [...(byRequest.get(request_id) ?? []), issue])
  return byRequest
}
