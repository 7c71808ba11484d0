import { sql } from 'kysely'
import type { Db } from '../../../platform/call.ts'
import { furthest } from '../../../platform/elapsed.ts'
import { oneOf } from '../../../platform/sql.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import type { ValidSince } from '../rules.ts'

/** Locks and returns the data that opening a session depends on; undefined when the person has been deleted. */
export const lockPerson = (tx: Transaction, id: number) =>
  tx
    .selectFrom('users')
    .select(['password_hash', 'is_blocked'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()

/**
 * Locks the account and, before it, the one that its person signs in with. Whatever ends everything open in the person's
 * name locks that one first.
 */
export async function lockAccounts(tx: Transaction, id: number): Promise<void> {
  const account = await tx.selectFrom('users').select('person_id').where('id', '=', id).executeTakeFirst()
  if (account?.person_id) await lockPerson(tx, account.person_id)
  await lockPerson(tx, id)
}

export const hasSession = async (tx: Transaction, token_hash: Buffer): Promise<boolean> =>
  (await tx.selectFrom('sessions').select('id').where('token_hash', '=', token_hash).executeTakeFirst()) !== undefined

interface NewSession {
  token_hash: Buffer
  user_id: number
  end_session_url: string | null
  /** The User-Agent header. */
  user_agent: string
  address: string
  /** The session was opened with a password stored here and no second factor. */
  password_only: boolean
}

/** Stores a session. @param seconds how long the session is valid */
export const writeSession = (tx: Transaction, session: NewSession, now: Date, seconds: number) =>
  tx
    .insertInto('sessions')
    .values({
      ...session,
      created_at: now.toISOString(),
      last_seen_at: now.toISOString(),
      expires_at: new Date(now.getTime() + seconds * 1000).toISOString(),
    })
    .execute()

export const removeSession = (tx: Transaction, token_hash: Buffer) =>
  tx.deleteFrom('sessions').where('token_hash', '=', token_hash).returning('end_session_url').executeTakeFirst()

/** Sessions deleted at once; the next sweep goes on. */
const SWEPT_AT_ONCE = 5000

const isOver = ({ now, since }: ValidSince) => sql<boolean>`(s.expires_at <= ${now} or s.last_seen_at <= ${since})`

/**
 * Deletes sessions that have expired or were not used for too long. The last one of each account stays, because it says
 * when the person was last here.
 */
export async function removeOver(tx: Transaction, valid: ValidSince): Promise<void> {
  const over = await tx
    .selectFrom('sessions as s')
    .select('s.id')
    .where(isOver(valid))
    .where(
      sql<boolean>`exists (select from sessions as later where later.user_id = s.user_id
        and (later.last_seen_at, later.id) > (s.last_seen_at, s.id))`,
    )
    .limit(SWEPT_AT_ONCE)
    .execute()
  // A deletion, even of nothing, makes every process forget the sessions it remembers.
  if (over.length === 0) return
  const ids = over.map(({ id }) => id)
  await tx.deleteFrom('sessions as s').where('s.id', '=', oneOf(ids)).where(isOver(valid)).execute()
}

/**
 * Puts right what a clock that was ahead has noted: a session opened by it has ended, and was last used now at the latest.
 * Otherwise it would open the product once the clock gets there again, or be used too late.
 */
export async function correctAhead(tx: Transaction, { now, until }: ValidSince): Promise<void> {
  const isAhead = sql<boolean>`(s.expires_at > ${until} or s.last_seen_at > ${furthest(now, 0)})`
  const ahead = await tx.selectFrom('sessions as s').select('s.id').where(isAhead).limit(SWEPT_AT_ONCE).execute()
  if (ahead.length === 0) return
  await tx
    .updateTable('sessions as s')
    .set({
      expires_at: sql`case when s.expires_at > ${until}::timestamptz then ${now}::timestamptz else s.expires_at end`,
      last_seen_at: sql`least(s.last_seen_at, ${now}::timestamptz)`,
    })
    .where('s.id', '=', oneOf(ahead.map(({ id }) => id)))
    .execute()
}

/**
 * Notes when a session was last used; alone, because reading has no transaction. The memory of sessions knows this
 * statement by its beginning (`sessionBy`).
 */
export const writeSeen = (db: Db, token_hash: Buffer, seen: { last_seen_at: string }) =>
  db.updateTable('sessions').set(seen).where('token_hash', '=', token_hash).execute()
