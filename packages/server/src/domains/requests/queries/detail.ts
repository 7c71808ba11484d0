import { sql, type Expression } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Change, requests } from '@vypusk/contract'
import { abilitiesBy } from '../../../platform/ability.ts'
import type { Db, Person } from '../../../platform/call.ts'
import { changesIn, type Refs } from '../../../platform/history.ts'
import { refuseWith } from '../../../platform/refusal.ts'
import { momentInJson, oneOf } from '../../../platform/sql.ts'
import { statement } from '../../../platform/statement.ts'
import { eyesOf, knows, type Viewer } from '../../access/port.ts'
import { ALREADY_IN_RELEASE, changeAsRead, NO_REQUEST, requestPolicy, type KnownReleases } from '../policy.ts'
import { issuesAsOf, reportedAt } from './issues.ts'
import { originOf } from './origin.ts'
import { columnsOf, namedRows } from './rows.ts'
import { isNew, requestsFor } from './scope.ts'

/**
 * One request with everything below it.
 * @param for_release refuses a request that is in another release already
 * @throws 404 «Заявка не найдена», 422 «Заявка уже добавлена в релиз»
 */
export async function requestDetail(
  db: Db,
  person: Person,
  id: number,
  for_release?: number,
): Promise<requests.RequestDetail> {
  const found = await details.first(db, { viewer: eyesOf(person), id })
  const [row] = found ? await namedRows(db, person, [found]) : []
  if (!found || !row) throw refuseWith(NO_REQUEST)
  // Only as far as the person may see: a refusal must not reveal a hidden release.
  if (for_release !== undefined && row.release && row.release.id !== for_release) throw refuseWith(ALREADY_IN_RELEASE)
  const { text, description, isSolo, issues, files, is_new, is_planned, author_id } = found
  return {
    ...row,
    text,
    description,
    isSolo,
    issues,
    files,
    origin: await originOf(db, person, found),
    history: await asRead(db, person, ofReader(person, found)),
    abilities: abilitiesBy(requestPolicy, person, {
      release_id: row.release?.id ?? null,
      is_new,
      is_planned,
      author_id,
    }),
  }
}

const details = statement((db, { viewer, id }: { viewer: Viewer; id: number }) =>
  columnsOf(requestsFor(db, viewer), viewer)
    .select(['q.text', 'q.description', 'q.isSolo', 'q.source', 'q.former_change_id', isNew.as('is_new')])
    .select(sql<boolean>`q.release_id is not null`.as('is_planned'))
    .select((eb) => [
      // Developers' tasks are for staff only.
      (viewer.isRivc ? jsonArrayFrom(issuesUnder(db, eb.ref('q.id'))) : sql<requests.Issue[]>`'[]'::json`).as('issues'),
      jsonArrayFrom(filesOf(db, viewer, eb.ref('q.id'))).as('files'),
      // Written only by the platform, from Refs.
      jsonArrayFrom(changesIn(db, 'request', eb.ref('q.id')).select(sql<Refs | null>`refs`.as('refs'))).as('history'),
    ])
    .where('q.id', '=', id),
)

const issuesUnder = (db: Db, request: Expression<number>) =>
  issuesAsOf(db).select(momentInJson(reportedAt).as('reported_at')).where('i.request_id', '=', request).orderBy('i.id')

const attachedTo = (db: Db, request: Expression<number>) =>
  db.selectFrom('request_files').select('file_id').where('request_id', '=', request)

/** The fetched files of an imported request; internal ones are for staff only. */
const broughtWith = (db: Db, viewer: Viewer, request: Expression<number>) => {
  const brought = db
    .selectFrom('imported_files')
    .select((eb) => eb.ref('file_id').$notNull().as('file_id'))
    .where('request_id', '=', request)
    .where('file_id', 'is not', null)
  return viewer.isRivc ? brought : brought.where('internal', '=', false)
}

const filesOf = (db: Db, viewer: Viewer, request: Expression<number>) =>
  db
    .selectFrom('shared_files as f')
    .select(['f.id', 'f.file_name', 'f.version', 'f.size', 'f.sha256', momentInJson('f.uploaded').as('uploaded')])
    .where('f.id', 'in', attachedTo(db, request).unionAll(broughtWith(db, viewer, request)))
    .where('f.deleted_at', 'is', null)
    .orderBy('f.id')

type RecordedChange = Change & { refs: Refs | null }

/** For a client, the changes since the request is its company's. */
const ofReader = ({ isRivc }: Person, found: { history: RecordedChange[]; former_change_id: number }) =>
  found.history.filter(({ id }) => isRivc || id > found.former_change_id)

async function asRead(db: Db, person: Person, history: RecordedChange[]): Promise<Change[]> {
  const known = person.isRivc ? NONE : await knownIn(db, person, history)
  return history.flatMap(({ refs, ...change }) => changeAsRead(person, change, known, refs) ?? [])
}

const NONE: KnownReleases = { byId: new Map(), titles: new Set() }

/** The releases named in the history that the person may see. */
async function knownIn(db: Db, person: Person, history: RecordedChange[]): Promise<KnownReleases> {
  const moves = history.filter(({ field }) => field === 'release_id')
  if (moves.length === 0) return NONE
  const ids = moves.flatMap(({ refs }) => [refs?.before ?? [], refs?.after ?? []].flat())
  const titles = moves.flatMap(({ before, after, refs }) => (refs ? [] : [before, after])).filter(isTitle)
  const known = await knownReleases.all(db, { viewer: eyesOf(person), titles, ids })
  return {
    byId: new Map(known.map(({ id, title }) => [id, title])),
    titles: new Set(known.map(({ title }) => title)),
  }
}

const isTitle = (value: unknown) => typeof value === 'string'

const knownReleases = statement((db, { viewer, titles, ids }: { viewer: Viewer; titles: string[]; ids: number[] }) =>
  db
    .selectFrom('releases_for_requests as r')
    .select(['r.id', 'r.title'])
    .where((eb) => eb.or([eb('r.id', '=', oneOf(ids)), eb('r.title', '=', sql<string>`any(${titles}::text[])`)]))
    .where(knows.release(viewer)),
)
