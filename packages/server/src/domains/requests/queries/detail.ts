import type { FileInfo, requests } from '@vypusk/contract'
import type { Db, Person } from '../../../platform/call.ts'
import { historyOf } from '../../../platform/history.ts'
import { refuseWith } from '../../../platform/refusal.ts'
import { abilitiesOf, ALREADY_IN_RELEASE, mayReadChange, NO_REQUEST } from '../policy.ts'
import { issuesOf } from './issues.ts'
import { requestRows } from './rows.ts'
import { requestsFor } from './scope.ts'

/**
 * One request with everything under it.
 * @param for_release refuse a request that is in another release already
 * @throws 404 «Заявка не найдена», 422 «Заявка уже добавлена в релиз»
 */
export async function requestDetail(
  db: Db,
  person: Person,
  id: number,
  for_release?: number,
): Promise<requests.RequestDetail> {
  const [[row], texts, files, issues, history] = await Promise.all([
    requestRows(db, person, { ids: [id] }),
    textsOf(db, person, id),
    filesOf(db, id),
    issuesOf(db, [id]),
    historyOf(db, 'request', id),
  ])
  if (!row || !texts) throw refuseWith(NO_REQUEST)
  const { release_id, ...shown } = texts
  if (for_release !== undefined && release_id !== null && release_id !== for_release) {
    throw refuseWith(ALREADY_IN_RELEASE)
  }
  return {
    ...row,
    ...shown,
    issues: person.isRivc ? (issues.get(id) ?? []) : [],
    files,
    history: history.filter((change) => mayReadChange(person, change)),
    abilities: abilitiesOf(person, row),
  }
}

const textsOf = (db: Db, person: Person, id: number) =>
  requestsFor(db, person)
    .select(['q.text', 'q.description', 'q.isSolo', 'q.release_id'])
    .where('q.id', '=', id)
    .executeTakeFirst()

const filesOf = (db: Db, id: number): Promise<FileInfo[]> =>
  db
    .selectFrom('request_files as rf')
    .innerJoin('files as f', 'f.id', 'rf.file_id')
    .select(['f.id', 'f.file_name', 'f.version', 'f.size', 'f.sha256', 'f.uploaded'])
    .where('rf.request_id', '=', id)
    .where('f.deleted_at', 'is', null)
    .orderBy('f.id')
    .execute()
