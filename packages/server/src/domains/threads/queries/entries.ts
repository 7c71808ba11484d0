import { sql, type ExpressionBuilder } from 'kysely'
import type { Person } from '../../../platform/call.ts'
import type { DB } from '../../../platform/db-types.gen.ts'
import { oneOf } from '../../../platform/sql.ts'
import { statement } from '../../../platform/statement.ts'

/** The entries of threads, with what hangs on them. */

interface Ids {
  ids: number[]
}

/** Whether staff wrote an entry of the client's side, as the client told them. */
const isOnBehalf = sql<boolean>`(e.side = 'client' and e.imported_name is null and exists (
  select from shared_users as author where author.id = e.author_id and author."isRivc"))`

type Readable = Ids & Pick<Person, 'isRivc'>

/** The entries of a thread `t` that the person may read. */
const readableIn = (isRivc: boolean) => (eb: ExpressionBuilder<DB & { t: DB['threads'] }, 't'>) =>
  eb
    .selectFrom('entries')
    .selectAll()
    .whereRef('entries.thread_id', '=', 't.id')
    .$if(!isRivc, (open) => open.where('internal', '=', false).whereRef('entries.id', '>', 't.former_entry_id'))

/** The entries of threads that the person may read, oldest first; of each thread the `last` ones, or all for null. */
export const entriesOf = statement((db, { isRivc, ids, last }: Readable & { last: number | null }) =>
  db
    .selectFrom('threads as t')
    .innerJoinLateral(
      (eb) =>
        readableIn(isRivc)(eb)
          .orderBy('entries.id', 'desc')
          .limit(sql<number>`${last}::int`)
          .as('e'),
      (join) => join.onTrue(),
    )
    .select(['e.id', 'e.thread_id', 'e.side', 'e.author_id', 'e.address', 'e.html', 'e.internal', 'e.created_at'])
    .select(['e.edited_at', 'e.withdrawn_at', 'e.asks', 'e.version', 'e.imported_name'])
    .select(isOnBehalf.as('on_behalf'))
    .where('t.id', '=', oneOf(ids))
    .orderBy('e.id'),
)

/** The first entry of each thread that the person may read, and how many there are. */
export const beginningsOf = statement((db, { isRivc, ids }: Readable) =>
  db
    .selectFrom('threads as t')
    .innerJoinLateral(
      (eb) => readableIn(isRivc)(eb).orderBy('entries.id').limit(1).as('e'),
      (join) => join.onTrue(),
    )
    .select(['e.thread_id', 'e.author_id', 'e.address', 'e.created_at'])
    .select((eb) => sql<number>`(select count(*)::int from ${readableIn(isRivc)(eb)} as readable)`.as('count'))
    .where('t.id', '=', oneOf(ids)),
)

/** The files of entries. */
export const filesOf = statement((db, { ids }: Ids) =>
  db
    .selectFrom('entry_files as ef')
    .innerJoin('shared_files as f', 'f.id', 'ef.file_id')
    .select(['ef.entry_id', 'f.id', 'f.file_name', 'f.version', 'f.size', 'f.sha256', 'f.uploaded'])
    .where('ef.entry_id', '=', oneOf(ids))
    .where('f.deleted_at', 'is', null)
    .orderBy('f.id'),
)

/** The people mentioned in entries. */
export const mentionsOf = statement((db, { ids }: Ids) =>
  db.selectFrom('entry_mentions').select(['entry_id', 'user_id']).where('entry_id', '=', oneOf(ids)).orderBy('user_id'),
)

export type EntryFields = Awaited<ReturnType<typeof entriesOf.all>>[number]
export type Beginning = Awaited<ReturnType<typeof beginningsOf.all>>[number]

/** Every file of an entry, deleted or not. */
export const everyFileOf = statement((db, { entry_id }: { entry_id: number }) =>
  db.selectFrom('entry_files').select('file_id').where('entry_id', '=', entry_id),
)
