import { sql } from 'kysely'
import type { Db } from '../database.ts'

/** A day in the database outside the calendar that the product supports, so that it is unclear which day was meant. */
export interface UnknownDay {
  table: string
  /** The key of the row, as the database writes it. */
  row: string
  column: string
  value: string
}

/**
 * Constraints that limit days, each with its column and the key of its table. Rows from earlier versions may violate
 * them.
 */
const BOUNDS = sql<{ table: string; column: string; key: string[]; definition: string }>`
  select c.conrelid::regclass::text as table, a.attname::text as column,
    pg_get_expr(c.conbin, c.conrelid) as definition,
    (select array_agg(k.attname::text order by array_position(p.conkey, k.attnum)) from pg_constraint p
      join pg_attribute k on k.attrelid = p.conrelid and k.attnum = any (p.conkey)
      where p.conrelid = c.conrelid and p.contype = 'p') as key
  from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
  where c.connamespace = current_schema()::regnamespace and c.conname like ${'%\\_in\\_calendar'} and not c.convalidated
  order by 1, 2`

/**
 * Finds invalid days that a migration has left in place (0054). Tables whose constraint is validated are not scanned.
 */
export async function unknownDays(db: Db): Promise<UnknownDay[]> {
  const { rows: bounds } = await BOUNDS.execute(db)
  const found: UnknownDay[] = []
  for (const { table, column, key, definition } of bounds) {
    const name = sql.join(
      key.map((one) => sql.ref(one)),
      sql`, `,
    )
    const { rows } = await sql<UnknownDay>`
      select ${table} as table, concat_ws(', ', ${name}) as row, ${column} as column, ${sql.ref(column)}::text as value
      from ${sql.table(table)} where not (${sql.raw(definition)}) order by ${name}`.execute(db)
    found.push(...rows)
  }
  return found
}
