import type { FileInfo } from '@vypusk/contract'
import type { Db, Person } from '../../platform/call.ts'
import { refuse, refuseWith } from '../../platform/refusal.ts'
import { secretHash } from '../../platform/secret.ts'
import { knows } from '../access/port.ts'
import { refusals } from './policy.ts'

const fileFor = (db: Db, person: Person, id: number) =>
  db
    .selectFrom('files')
    .select(['id', 'file_name', 'size', 'sha256', 'storage_key'])
    .where('id', '=', id)
    .where(knows.file(person))
    .executeTakeFirst()

/** Whether the person could have this file until its publication was taken back. */
const wasWithdrawn = async (db: Db, { idcomp }: Person, id: number): Promise<boolean> =>
  (await db
    .selectFrom('withdrawn_files')
    .select('file_id')
    .where('file_id', '=', id)
    .where('idcomp', '=', idcomp ?? 0)
    .executeTakeFirst()) !== undefined

/**
 * A file that the person may have, checked for every download.
 * @throws 404 if there is no such file for them, with the reason if its publication was taken back
 */
export async function fileToServe(db: Db, person: Person, id: number) {
  const file = await fileFor(db, person, id)
  if (file) return file
  throw (await wasWithdrawn(db, person, id)) ? refuseWith(refusals.withdrawn) : refuse('not_found')
}

/** How much of the person's own resumable upload has arrived. */
export const uploadFor = (db: Db, user_id: number, storage_key: string) =>
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
    .where('given_up_at', 'is', null)
    .executeTakeFirst()

export const fileInfoOf = (db: Db, id: number): Promise<FileInfo | undefined> =>
  db
    .selectFrom('files')
    .select(['id', 'file_name', 'version', 'size', 'sha256', 'uploaded'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

/** The person that a valid link was created for, as long as they may sign in. */
export const linkOwner = (db: Db, token: string, file_id: number, now: string): Promise<Person | undefined> =>
  db
    .selectFrom('file_links')
    .innerJoin('shared_users as users', 'users.id', 'file_links.user_id')
    .select(['users.id', 'login', 'name', 'email', 'isRivc', 'isAdmin', 'idcomp'])
    .select(['can_enter_registry', 'can_create_registry', 'can_edit_calendar'])
    .where('token_hash', '=', secretHash(token))
    .where('file_id', '=', file_id)
    .where('expires_at', '>', now)
    .where('is_blocked', '=', false)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
