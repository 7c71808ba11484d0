import { sql } from 'kysely'
import type { Change, FileInfo, requests } from '@vypusk/contract'
import { abilitiesBy } from '../../../platform/ability.ts'
import type { Db, Person } from '../../../platform/call.ts'
import { historyOf } from '../../../platform/history.ts'
import { refuseWith } from '../../../platform/refusal.ts'
import { ALREADY_IN_RELEASE, changeAsRead, NO_REQUEST, requestPolicy } from '../policy.ts'
import { issuesOf } from './issues.ts'
import { requestRows } from './rows.ts'
import { knows } from '../../access/port.ts'
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
  // As far as the person may know: whoever asks must not learn of a hidden release by a refusal.
  if (for_release !== undefined && row.release && row.release.id !== for_release) throw refuseWith(ALREADY_IN_RELEASE)
  return {
    ...row,
    ...texts,
    issues: person.isRivc ? (issues.get(id) ?? []) : [],
    files,
    history: await asRead(db, person, history),
    abilities: abilitiesBy(requestPolicy, person, { release_id: row.release?.id ?? null }),
  }
}

async function asRead(db: Db, person: Person, history: Change[]): Promise<Change[]> {
  const known = person.isRivc ? new Set<string>() : await knownAmong(db, person, titlesIn(history))
  return history.flatMap((change) => changeAsRead(person, change, known) ?? [])
}

const titlesIn = (history: Change[]): string[] =>
  history
    .filter(({ field }) => field === 'release_id')
    .flatMap(({ before, after }) => [before, after])
    .filter((title) => typeof title === 'string')

async function knownAmong(db: Db, person: Person, titles: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('releases as r')
    .select('r.title')
    .where('r.title', '=', sql<string>`any(${titles}::text[])`)
    .where(knows.release(person))
    .execute()
  return new Set(rows.map(({ title }) => title))
}

const textsOf = (db: Db, person: Person, id: number) =>
  requestsFor(db, person).select(['q.text', 'q.description', 'q.isSolo']).where('q.id', '=', id).executeTakeFirst()

const filesOf = (db: Db, id: number): Promise<FileInfo[]> =>
  db
    .selectFrom('request_files as rf')
    .innerJoin('files as f', 'f.id', 'rf.file_id')
    .select(['f.id', 'f.file_name', 'f.version', 'f.size', 'f.sha256', 'f.uploaded'])
    .where('rf.request_id', '=', id)
    .where('f.deleted_at', 'is', null)
    .orderBy('f.id')
    .execute()
