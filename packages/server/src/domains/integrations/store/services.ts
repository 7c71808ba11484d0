import { sql } from 'kysely'
import type { Insertable, Updateable } from 'kysely'
import type { DB } from '../../../platform/db-types.gen.ts'
import type { Transaction } from '../../../platform/transaction.ts'

/** Of two that are made at once the second waits, and counts the first. */
export async function countServices(tx: Transaction): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('service_accounts'))`.execute(tx)
  const { count } = await tx
    .selectFrom('service_accounts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** What is kept of a service beside its account; whoever reads it holds the account. */
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

/** Its tokens allow what it may, as long as it may. */
export const updateTokens = (tx: Transaction, user_id: number, row: { scope: string; expires_at: string }) =>
  tx.updateTable('api_tokens').set(row).where('user_id', '=', user_id).where('revoked_at', 'is', null).execute()

export const tokenName = async (tx: Transaction, user_id: number, id: number): Promise<string> => {
  const found = await tx
    .selectFrom('api_tokens')
    .select('name')
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return found?.name ?? ''
}
