import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely'
import { jsonArrayFrom, jsonBuildObject } from 'kysely/helpers/postgres'
import type { registry } from '@vypusk/contract'
import type { Db, Person } from '../../../platform/call.ts'
import type { DB } from '../../../platform/db-types.gen.ts'
import { inRussianOrder, momentInJson } from '../../../platform/sql.ts'
import { statement } from '../../../platform/statement.ts'
import { knownEntry, readerOf, type Reader } from './scope.ts'

type Comments = ExpressionBuilder<DB & { c: DB['registry_comments'] }, 'c'>

/**
 * Whether the person may read a comment of an entry they may see: a client reads those written since the entry is its
 * company's. The table has the alias `c`.
 */
export const isReadable = ({ isRivc }: Reader): Expression<SqlBool> =>
  isRivc ? sql`true` : sql`c.id > (select own.former_comment_id from registry_entries as own where own.id = c.entry_id)`

/** Whether the person may read a comment, and somebody else wrote it. The table has the alias `c`. */
export const isOfOthers = (reader: Reader) => sql<SqlBool>`(${isReadable(reader)} and c.user_id <> ${reader.id})`

/**
 * Whether a comment was written by somebody else after the person's first visit, and is newer than what they have read.
 * The table has the alias `c`.
 */
export const isUnread = (reader: Reader) => sql<SqlBool>`(${isOfOthers(reader)}
  and c.created_at > (select first_at from registry_visits where user_id = ${reader.id})
  and c.id > coalesce((
    select comment_id from registry_reads where user_id = ${reader.id} and entry_id = c.entry_id), 0))`

const mentionsOf = (eb: Comments) =>
  jsonArrayFrom(
    eb
      .selectFrom('registry_mentions as m')
      .innerJoin('shared_users as mu', 'mu.id', 'm.user_id')
      .select(['mu.id', 'mu.name'])
      .whereRef('m.comment_id', '=', 'c.id')
      .orderBy('mu.id'),
  )

/** The columns of a comment; its author is joined as `cu`. */
export const commentColumns = (
  eb: ExpressionBuilder<DB & { c: DB['registry_comments']; cu: DB['shared_users'] }, 'c' | 'cu'>,
  reader: Reader,
) => {
  const own = eb as unknown as Comments
  return [
    eb.ref('c.id').as('id'),
    // A check constraint of the column allows the two sides only.
    eb.ref('c.side').$castTo<registry.Side>().as('side'),
    eb.ref('c.comment').as('comment'),
    jsonBuildObject({ id: eb.ref('cu.id'), name: eb.ref('cu.name') }).as('user'),
    momentInJson('c.created_at').as('created_at'),
    mentionsOf(own).as('mentions'),
    sql<boolean>`coalesce(${isUnread(reader)}, false)`.as('is_unread'),
  ] as const
}

interface Side {
  reader: Reader
  id: number
  side: registry.Side
}

const sideOf = statement((db, { reader, id, side }: Side) =>
  db
    .selectFrom('registry_comments as c')
    .innerJoin('shared_users as cu', 'cu.id', 'c.user_id')
    .select((eb) => commentColumns(eb, reader))
    .where('c.entry_id', '=', id)
    .where('c.side', '=', side)
    .where(isReadable(reader))
    .orderBy('c.id'),
)

/** One side's comments of an entry, oldest first. @throws 404 */
export async function commentsOf(
  db: Db,
  person: Person,
  id: number,
  side: registry.Side,
): Promise<{ comments: registry.RegistryComment[] }> {
  await knownEntry(db, person, id)
  return { comments: await sideOf.all(db, { reader: readerOf(person), id, side }) }
}

/** The people who may see an entry of the company, and so can be mentioned in it. */
export const readersOf = statement((db, { idcomp }: { idcomp: number }) =>
  db
    .selectFrom('shared_users as u')
    .select((eb) => [
      'u.id',
      'u.name',
      eb
        .case()
        .when('u.isRivc', '=', true)
        .then('rivc' as const)
        .else('client' as const)
        .end()
        .as('side'),
    ])
    .where('u.can_enter_registry', '=', true)
    .where('u.is_blocked', '=', false)
    .where('u.is_service', '=', false)
    .where('u.deleted_at', 'is', null)
    .where((eb) => eb.or([eb('u.isRivc', '=', true), eb('u.idcomp', '=', idcomp)]))
    .orderBy('u.isRivc')
    .orderBy(inRussianOrder('u.name'))
    .orderBy('u.id'),
)

/** The people that can be mentioned in an entry. @throws 404 */
export async function mentionable(db: Db, person: Person, id: number) {
  const { idcomp } = await knownEntry(db, person, id)
  return { people: await readersOf.all(db, { idcomp }) }
}
