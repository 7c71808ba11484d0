import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { FileInfo } from '@vypusk/contract'
import type { Db, Person } from '../../platform/call.ts'
import type { DB } from '../../platform/db-types.gen.ts'
import { secretHash } from '../../platform/secret.ts'

type Files = ExpressionBuilder<DB, 'files'>

/** Published to the company. */
const publishedTo = (eb: Files, idcomp: number): Expression<SqlBool> =>
  eb.exists(
    eb
      .selectFrom('publication_files')
      .innerJoin(
        'open_publication_items as item',
        'item.publication_release_id',
        'publication_files.publication_release_id',
      )
      .select('publication_files.file_id')
      .whereRef('publication_files.file_id', '=', 'files.id')
      .where('item.idcomp', '=', idcomp),
  )

/** Attached to a request of the company in a module it uses: a request it may know of. */
const attachedFor = (eb: Files, idcomp: number): Expression<SqlBool> =>
  eb.exists(
    eb
      .selectFrom('request_files')
      .innerJoin('requests', 'requests.id', 'request_files.request_id')
      .select('request_files.file_id')
      .whereRef('request_files.file_id', '=', 'files.id')
      .where('requests.idcomp', '=', idcomp)
      .where('requests.idmod', 'in', (used) =>
        used.selectFrom('company_modules').select('company_modules.idmod').where('company_modules.idcomp', '=', idcomp),
      )
      .where('requests.deleted_at', 'is', null),
  )

/** A file the person may have, asked anew for every download; undefined when there is no such file for them. */
export function fileFor(db: Db, person: Person, id: number) {
  const { isRivc, idcomp, id: user_id } = person
  return db
    .selectFrom('files')
    .select(['id', 'file_name', 'size', 'sha256', 'storage_key'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .$if(!isRivc, (files) =>
      files.where((eb) =>
        eb.or([eb('uploaded_by', '=', user_id), publishedTo(eb, idcomp ?? 0), attachedFor(eb, idcomp ?? 0)]),
      ),
    )
    .executeTakeFirst()
}

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
    .innerJoin('users', 'users.id', 'file_links.user_id')
    .select(['users.id', 'login', 'name', 'email', 'isRivc', 'isAdmin', 'idcomp'])
    .select(['can_enter_registry', 'can_create_registry'])
    .where('token_hash', '=', secretHash(token))
    .where('file_id', '=', file_id)
    .where('expires_at', '>', now)
    .where('is_blocked', '=', false)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
