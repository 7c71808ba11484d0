import { sql, type Insertable, type InsertQueryBuilder, type InsertResult } from 'kysely'
import type { DB } from './db-types.gen.ts'
import type { Transaction } from './transaction.ts'

/**
 * A row whose jsonb columns, of type `unknown`, take no text: `values` sends it as the JSON it contains, `insertRows` would
 * store it as a JSON string.
 */
export type RowOf<Table extends keyof DB> = {
  [Column in keyof Insertable<DB[Table]>]: unknown extends Insertable<DB[Table]>[Column]
    ? object | null | undefined
    : Insertable<DB[Table]>[Column]
}

/**
 * Inserts any number of rows with one statement, as one parameter: PostgreSQL accepts 65 535 parameters, which `values`
 * exceeds with some thousand rows. Returned rows are in the order of `rows`.
 * @param rows at least one. A column that only some rows name is null in the others. Values of jsonb columns are the
 * values themselves, not their text.
 */
export function insertRows<Table extends keyof DB>(
  tx: Transaction,
  table: Table,
  rows: readonly RowOf<Table>[],
): InsertQueryBuilder<DB, Table, InsertResult> {
  const columns = new Set<string>()
  for (const row of rows) {
    for (const [column, value] of Object.entries(row)) if (value !== undefined) columns.add(column)
  }
  const names = [...columns]
  const values = sql`select ${sql.join(names.map((name) => sql.ref(name)))}
    from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows.map(inJson))}::jsonb)`
  return tx
    .insertInto(table)
    .columns(names as never[])
    .expression(values as never)
}

/** The row with its bytes as PostgreSQL reads them from text. */
const inJson = (row: object) =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]: [string, unknown]) => [
      column,
      Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value,
    ]),
  )
