import type pg from 'pg'

/** What a database of ours is made of, as the catalogue says: nothing has to be kept in step by hand. */

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
export const columnList = (columns: readonly string[]): string => columns.map(quoted).join(', ')

/** Tables with the columns that hold data; which migrations were applied is said apart. */
const TABLES = `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'migrations'
    and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  group by c.relname order by c.relname`

export const tablesOf = async (client: pg.ClientBase) =>
  (await client.query<{ name: string; columns: string[] }>(TABLES)).rows

const FOREIGN_KEYS = `select conrelid::regclass::text as table, quote_ident(conname) as name,
    pg_get_constraintdef(oid) as definition
  from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`

/** Takes the foreign keys of the current schema away, so that tables may be filled in any order. @returns what puts them back and checks them */
export async function dropForeignKeys(client: pg.ClientBase): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(FOREIGN_KEYS)
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`)
  return async () => {
    for (const { table, name, definition } of rows) {
      await client.query(`alter table ${table} add constraint ${name} ${definition}`)
    }
  }
}

const SEQUENCES = `select c.relname as table, a.attname as column,
    pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
    and pg_get_serial_sequence(quote_ident(c.relname), a.attname) is not null and c.relname <> 'migrations'`

/** Lets every sequence of the current schema go on after the largest number there is. */
export async function advanceSequences(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(SEQUENCES)
  for (const { table, column, sequence } of rows) {
    const most = `(select max(${quoted(column)}) from ${quoted(table)})`
    await client.query(`select setval($1, coalesce(${most}, 1), ${most} is not null)`, [sequence])
  }
}
