import { sql } from 'kysely'
import type { Insertable, Updateable } from 'kysely'
import type { DB } from '../../../platform/db-types.gen.ts'
import type { Transaction } from '../../../platform/transaction.ts'

/** Counts service accounts under a lock: of two created at once, the second waits and counts the first. */
export async function countServices(tx: Transaction): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('service_accounts'))`.execute(tx)
  const { count } = await tx
    .selectFrom('service_accounts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The data of a service beside its account; the caller has locked the account. */
export const serviceOf = (tx: Transaction, user_id: number) =>
  tx
    .selectFrom('service_accounts')
    .select(['about', 'scope', 'expires_at'])
    .where('user_id', '=', user_id)
    .executeTakeFirst()

export const insertService = (tx: Transaction, row: Insertable<DB['service_accounts']>) =>
  tx.insertInto('service_accounts').values(row).execute()

export const updateService = (tx: Transaction, user_id: number, row: Updateable<DB['service_accounts']>) =>
  tx.updateTable('service_accounts').set(row).where('user_id', '=', user_id).execute()

/** The tokens of a service follow its scope and its end date. */
export const updateTokens = (tx: Transaction, user_id: number, row: { scope: string; expires_at: string }) =>
  tx.updateTable('api_tokens').set(row).where('user_id', '=', user_id).where('revoked_at', 'is', null).execute()

/**
 * The services that end later than any may, because the end was set while a clock was ahead, have ended now, with their
 * tokens: otherwise they would begin to work again once the clock gets there. @param until ISO 8601
 */
export async function endServicesAhead(tx: Transaction, now: string, until: string): Promise<void> {
  const ended = await tx
    .updateTable('service_accounts')
    .set({ expires_at: now })
    .where('expires_at', '>', until)
    .returning(['user_id', 'scope'])
    .execute()
  for (const { user_id, scope } of ended) await updateTokens(tx, user_id, { scope, expires_at: now })
}

export const tokenName = async (tx: Transaction, user_id: number, id: number): Promise<string> => {
  const found = await tx
    .selectFrom('api_tokens')
    .select('name')
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return found?.name ?? ''
}
