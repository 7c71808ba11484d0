import type { Transaction } from '../../../platform/transaction.ts'

export function writeSettings(tx: Transaction, user_id: number, page: string, pageSettings: unknown) {
  const json = JSON.stringify(pageSettings)
  return tx
    .insertInto('user_settings')
    .values({ user_id, page, pageSettings: json })
    .onConflict((conflict) => conflict.columns(['user_id', 'page']).doUpdateSet({ pageSettings: json }))
    .execute()
}

/** Returns the names of the pages that the person has settings of. */
export const pagesOf = async (tx: Transaction, user_id: number): Promise<string[]> => {
  const rows = await tx.selectFrom('user_settings').select('page').where('user_id', '=', user_id).execute()
  return rows.map(({ page }) => page)
}
