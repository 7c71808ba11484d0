import type { trackers } from '@vypusk/contract'
import type { Db } from '../../../platform/call.ts'
import { statement } from '../../../platform/statement.ts'
import { countFiles, countIssues } from '../../requests/port.ts'

const NO_ISSUES = { issues: 0, hidden: 0 }
const NO_FILES = { kept: 0, waiting: 0, failed: 0 }

const shown = statement((db) =>
  db
    .selectFrom('trackers')
    .select(['id', 'name', 'url', 'source', 'request_field', 'is_active', 'read_at', 'failing_since', 'failure'])
    .select(['created_at', 'version'])
    .orderBy('id'),
)

export async function allTrackers(db: Db): Promise<trackers.Tracker[]> {
  const [rows, counts, files] = await Promise.all([shown.all(db, {}), countIssues(db), countFiles(db)])
  return rows.map((row) => ({
    ...row,
    ...(counts.get(row.name) ?? NO_ISSUES),
    files: files.get(row.source ?? '') ?? NO_FILES,
  }))
}

export const trackerShown = async (db: Db, id: number): Promise<trackers.Tracker | undefined> =>
  (await allTrackers(db)).find((tracker) => tracker.id === id)
