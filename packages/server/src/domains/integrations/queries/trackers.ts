import type { trackers } from '@vypusk/contract'
import type { Db } from '../../../platform/call.ts'
import { countIssues } from '../../requests/port.ts'

const shown = (db: Db) =>
  db
    .selectFrom('trackers')
    .select(['id', 'name', 'url', 'source', 'request_field', 'is_active', 'read_at', 'failing_since', 'failure'])
    .select('created_at')
    .orderBy('id')

export async function allTrackers(db: Db): Promise<trackers.Tracker[]> {
  const [rows, counts] = await Promise.all([shown(db).execute(), countIssues(db)])
  return rows.map((row) => ({ ...row, issues: counts.get(row.name) ?? 0 }))
}

export const trackerShown = async (db: Db, id: number): Promise<trackers.Tracker | undefined> =>
  (await allTrackers(db)).find((tracker) => tracker.id === id)
