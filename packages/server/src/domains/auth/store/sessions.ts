import type { Transaction } from '../../../platform/transaction.ts'

/** What a session is opened by, kept so until the transaction ends; undefined for who is not there any more. */
export const lockPerson = (tx: Transaction, id: number) =>
  tx
    .selectFrom('users')
    .select(['password_hash', 'is_blocked'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()

export const hasSession = async (tx: Transaction, token_hash: Buffer): Promise<boolean> =>
  (await tx.selectFrom('sessions').select('id').where('token_hash', '=', token_hash).executeTakeFirst()) !== undefined

interface NewSession {
  token_hash: Buffer
  user_id: number
  end_session_url: string | null
  /** What the browser calls itself. */
  user_agent: string
  address: string
  /** Nothing was shown beside a password kept here. */
  password_only: boolean
}

/** @param seconds how long the session lives */
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
