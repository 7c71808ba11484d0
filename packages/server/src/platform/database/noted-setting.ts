import { sql } from 'kysely'
import type { Transaction } from '../transaction.ts'

/**
 * Notes the value of a setting that what is stored depends on.
 * @param key names it in the table `installation`
 * @returns whether another value, or none, was noted before
 */
export async function noteSetting(tx: Transaction, key: string, value: string): Promise<boolean> {
  const { rows } = await sql`
    insert into installation as known (key, value) values (${key}, ${JSON.stringify(value)}::jsonb)
    on conflict (key) do update set value = excluded.value where known.value is distinct from excluded.value
    returning key`.execute(tx)
  return rows.length > 0
}

/** Forgets the value: the setting is off. */
export const forgetSetting = (tx: Transaction, key: string) =>
  tx.deleteFrom('installation').where('key', '=', key).execute()
