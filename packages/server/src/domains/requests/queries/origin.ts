import { sql } from 'kysely'
import type { requests } from '@vypusk/contract'
import type { Db, Person } from '../../../platform/call.ts'
import { statement } from '../../../platform/statement.ts'
import { eyesOf, type Viewer } from '../../access/port.ts'
import { personNames } from '../../catalog/port.ts'
import { withoutAccount, type Origin } from '../rules.ts'
import { MOST_TRIES } from './import/files.ts'
import { requestsFor } from './scope.ts'

const originQuery = statement((db, { id }: { id: number }) =>
  db
    .selectFrom('imported_rows')
    // Written by imports only.
    .select(sql<Origin | null>`"row" -> 'origin'`.as('origin'))
    .where('request_id', '=', id),
)

/** The requests with these keys of a source that the viewer may see. */
const linked = statement((db, { viewer, source, keys }: { viewer: Viewer; source: string; keys: string[] }) =>
  requestsFor(db, viewer)
    .select(['q.id', 'q.source_key'])
    .where('q.source', '=', source)
    .where('q.source_key', '=', sql<string>`any(${keys}::text[])`),
)

/** The person that a name of a source was joined with. */
const joined = statement((db, { source, name }: { source: string; name: string }) =>
  db
    .selectFrom('import_values')
    .select('choice')
    .where('source', '=', source)
    .where('field', '=', 'author')
    .where('word', '=', name),
)

/** The name of the account that the name was joined with, otherwise the name itself. */
async function calledHere(db: Db, source: string, name: string | undefined) {
  if (name === undefined) return {}
  const found = await joined.first(db, { source, name })
  const here = found?.choice ? (await personNames(db, [found.choice])).get(found.choice) : undefined
  return { assignee: here?.name ?? withoutAccount(name) }
}

/** The fetched files, or why they were not fetched; and whether a tracker still tries to fetch a missing one. */
const fetched = statement((db, { id, source }: { id: number; source: string }) =>
  db
    .selectFrom('imported_files as f')
    .select(['f.url', 'f.file_id', 'f.failure'])
    .select((eb) =>
      eb
        .and([
          eb('f.file_id', 'is', null),
          eb('f.tries', '<', MOST_TRIES),
          eb.exists(
            eb
              .selectFrom('trackers_for_requests as t')
              .select('t.name')
              .where('t.source', '=', source)
              .where('t.is_active', '=', true),
          ),
        ])
        .$castTo<boolean>()
        .as('is_waiting'),
    )
    .where('f.request_id', '=', id),
)

const LEFT_THERE = { file_id: null, is_waiting: false, failure: null }

async function filesOf(db: Db, id: number, source: string, named: NonNullable<Origin['files']>) {
  if (named.length === 0) return []
  const known = new Map((await fetched.all(db, { id, source })).map(({ url, ...file }) => [url, file]))
  return named.map((file) => ({ ...LEFT_THERE, ...known.get(file.url), ...file }))
}

const NOTHING = {
  author: null,
  source: null,
  assignee: null,
  versions: [],
  due: null,
  labels: [],
  is_private: false,
  company: null,
  story_points: null,
  links: [],
  files: [],
}

interface Named {
  id: number
  source: string | null
  source_key: string | null
}

const shownAuthor = ({ author }: Origin) => (author === undefined ? {} : { author: withoutAccount(author) })

/** Where a request came from; a client sees its key and author only, the rest is for staff. */
export async function originOf(
  db: Db,
  person: Person,
  { id, source, source_key: key }: Named,
): Promise<requests.RequestOrigin | null> {
  if (source === null || key === null) return null
  const { links = [], files = [], ...kept } = (await originQuery.first(db, { id }))?.origin ?? {}
  const origin = { ...kept, ...shownAuthor(kept) }
  if (!person.isRivc) return { ...NOTHING, key, author: origin.author ?? null }
  const keys = links.map((link) => link.key)
  const found = keys.length > 0 ? await linked.all(db, { viewer: eyesOf(person), source, keys }) : []
  const idOf = new Map(found.map((row) => [row.source_key, row.id]))
  const known = links.map((link) => ({ ...link, request_id: idOf.get(link.key) ?? null }))
  const brought = { links: known, files: await filesOf(db, id, source, files) }
  return { ...NOTHING, ...origin, ...(await calledHere(db, source, kept.assignee)), key, source, ...brought }
}
