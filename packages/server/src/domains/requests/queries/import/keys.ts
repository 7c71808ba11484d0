import { sql } from 'kysely'
import { statement } from '../../../../platform/statement.ts'

/** The lines on which keys of an import occurred first. */
export const claimedLines = statement(
  (db, { import_id, keys }: { import_id: string; keys: string[] }) =>
    db
      .selectFrom('import_keys')
      .select(['source_key', 'line'])
      .where('import_id', '=', import_id)
      .where('source_key', '=', sql<string>`any(${keys}::text[])`),
  { planned: 'each time' },
)
