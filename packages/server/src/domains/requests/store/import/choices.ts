import { sql } from 'kysely'
import type { OrderedList } from '../../../../platform/ordered-list.ts'
import type { Transaction } from '../../../../platform/transaction.ts'
import { statusList, typeList } from '../requests.ts'

/** Remembers which columns of files with this name mean what. */
export const rememberMapping = (tx: Transaction, name: string, mapping: object, updated_at: string) =>
  tx
    .insertInto('import_mappings')
    .values({ name, mapping: JSON.stringify(mapping), updated_at })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ mapping: JSON.stringify(mapping), updated_at }))
    .execute()

/** Remembers choices; they replace earlier ones. */
export async function rememberChoices(
  tx: Transaction,
  source: string,
  rows: { field: string; word: string; choice: number | null }[],
  at: string,
) {
  if (rows.length === 0) return
  await sql`
    insert into import_values (source, field, word, choice, at)
    select ${source}, w.field, w.word, w.choice, ${at}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w(field text, word text, choice int)
    on conflict (source, field, word) do update set choice = excluded.choice, at = excluded.at`.execute(tx)
}

/** What a status created from a word looks like, and whether requests with it are finished. */
interface StatusLook {
  tone: 'grey' | 'blue' | 'green' | 'red'
  is_over: boolean
}

/**
 * The id of a status by its name. If there is none or it is hidden, a status is created at the end of the list, with
 * the look.
 */
export async function ensureStatus(tx: Transaction, name: string, look: StatusLook): Promise<number> {
  const { id, isMade } = await ensureNamed(tx, 'request_statuses', statusList, name)
  if (isMade) await tx.updateTable('request_statuses').set(look).where('id', '=', id).execute()
  return id
}

/** The same for types. */
export const ensureType = async (tx: Transaction, name: string) =>
  (await ensureNamed(tx, 'request_types', typeList, name)).id

async function ensureNamed(
  tx: Transaction,
  table: 'request_statuses' | 'request_types',
  list: OrderedList,
  name: string,
): Promise<{ id: number; isMade: boolean }> {
  const found = await tx
    .selectFrom(table)
    .select('id')
    .where((eb) => eb(eb.fn('lower', ['name']), '=', name.toLowerCase()))
    .where('hidden_at', 'is', null)
    .executeTakeFirst()
  return found ? { ...found, isMade: false } : { id: await list.insert(tx, name, null), isMade: true }
}
