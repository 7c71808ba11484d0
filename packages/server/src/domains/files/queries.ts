import type { FileInfo } from '@vypusk/contract'
import type { Db, Person } from '../../platform/call.ts'
import { secretHash } from '../../platform/secret.ts'
import { knows } from '../access/port.ts'

/** A file the person may have, asked anew for every download; undefined when there is no such file for them. */
export const fileFor = (db: Db, person: Person, id: number) =>
  db
    .selectFrom('files')
    .select(['id', 'file_name', 'size', 'sha256', 'storage_key'])
    .where('id', '=', id)
    .where(knows.file(person))
    .executeTakeFirst()

/** What has arrived of the person's own resumable upload. */
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

/** The person a living link was given to, while they may still sign in. */
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
