import { sql } from 'kysely'
import type { Db, Person } from '../../platform/call.ts'
import { furthest } from '../../platform/elapsed.ts'
import { refuse, refuseWith } from '../../platform/refusal.ts'
import { secretHash } from '../../platform/credentials/secret.ts'
import { statement } from '../../platform/statement.ts'
import { eyesOf, knows, type Viewer } from '../access/port.ts'
import { LINK_MS, refusals } from './policy.ts'

const fileFor = statement((db, { id, person }: { id: number; person: Viewer & Pick<Person, 'id'> }) =>
  db
    .selectFrom('files')
    .select(['id', 'file_name', 'size', 'sha256', 'storage_key'])
    .where('id', '=', id)
    .where(knows.file(person)),
)

/** The file if the company could have it until its publication was taken back. */
const withdrawnFrom = statement((db, { id, idcomp }: { id: number; idcomp: number }) =>
  db.selectFrom('withdrawn_files').select('file_id').where('file_id', '=', id).where('idcomp', '=', idcomp),
)

/**
 * A file that the person may have, checked for every download.
 * @throws 404 if there is no such file for them, with the reason if its publication was taken back
 */
export async function fileToServe(db: Db, person: Person, id: number) {
  const file = await fileFor.first(db, { id, person: { ...eyesOf(person), id: person.id } })
  if (file) return file
  const withdrawn = await withdrawnFrom.first(db, { id, idcomp: person.idcomp ?? 0 })
  throw withdrawn ? refuseWith(refusals.withdrawn) : refuse('not_found')
}

/** Living files with ids above this one, in their order. */
export const storedAfter = statement((db, { id, limit }: { id: number; limit: number }) =>
  db
    .selectFrom('files')
    .select(['id', 'file_name', 'size', 'sha256', 'storage_key'])
    .where('id', '>', id)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(limit),
)

/** Some living files, spread evenly over all of them by their ids. */
export const spreadFiles = statement(
  (_, { most }: { most: number }) => sql<{ storage_key: string }>`
    select distinct near.storage_key
    from (select min(id) as first, max(id) as last from files where deleted_at is null) as ends
      cross join generate_series(0, ${most}::int - 1) as n
      cross join lateral (
        select storage_key from files
        where deleted_at is null and id >= ends.first + (ends.last - ends.first)::float8 * n / greatest(1, ${most}::int - 1)
        order by id limit 1) as near`,
)

/** How much of the person's own resumable upload has arrived. */
export const uploadFor = statement((db, { user_id, storage_key }: { user_id: number; storage_key: string }) =>
  db
    .selectFrom('uploads')
    .select((eb) => [
      eb.ref('size').$notNull().as('size'),
      eb.fn<number>('cardinality', ['marks']).as('pieces'),
      eb.fn<number>('length', ['tail']).as('rest'),
    ])
    .where('storage_key', '=', storage_key)
    .where('user_id', '=', user_id)
    .where('size', 'is not', null)
    .where('given_up_at', 'is', null),
)

export const fileInfoOf = statement((db, { id }: { id: number }) =>
  db
    .selectFrom('files')
    .select(['id', 'file_name', 'version', 'size', 'sha256', 'uploaded'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null),
)

interface SavedFile {
  token_hash: Buffer
  file_id: number
  now: string
  /** A link that ends later was created while a clock was ahead. */
  until: string
}

const linkOwners = statement((db, { token_hash, file_id, now, until }: SavedFile) =>
  db
    .selectFrom('file_links')
    .innerJoin('shared_users as users', 'users.id', 'file_links.user_id')
    .select(['users.id', 'login', 'name', 'email', 'isRivc', 'isAdmin', 'idcomp'])
    .select(['can_enter_registry', 'can_create_registry', 'can_edit_calendar'])
    .where('token_hash', '=', token_hash)
    .where('file_id', '=', file_id)
    .where('expires_at', '>', now)
    .where('expires_at', '<=', until)
    .where('is_blocked', '=', false)
    .where('deleted_at', 'is', null),
)

/** The person that a valid link was created for, as long as they may sign in. */
export const linkOwner = (db: Db, token: string, file_id: number, now: string): Promise<Person | undefined> =>
  linkOwners.first(db, { token_hash: secretHash(token), file_id, now, until: furthest(now, LINK_MS) })
