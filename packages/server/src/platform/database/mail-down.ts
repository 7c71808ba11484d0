import type { Transaction } from '../transaction.ts'

/** Whether administrators have been told that no letter leaves; the view `open_matters` of notices reads it too. */

const KEY = 'mail_down'

/** @returns whether this call has noted it */
export async function noteMailDown(tx: Transaction, since: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('installation')
    .values({ key: KEY, value: JSON.stringify(since) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** @returns whether this call has noted it */
export async function noteMailBack(tx: Transaction): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('installation').where('key', '=', KEY).executeTakeFirst()
  return numDeletedRows > 0n
}
