import type { Transaction } from '../../../platform/transaction.ts'

export function writeSettings(tx: Transaction, user_id: number, page: string, pageSettings: unknown) {
  const json = JSON.stringify(pageSettings)
  return tx
    .insertInto('user_settings')
    .values({ user_id, page, pageSettings: json })
    .onConflict((conflict) => conflict.columns(['user_id', 'page']).doUpdateSet({ pageSettings: json }))
    .execute()
}
