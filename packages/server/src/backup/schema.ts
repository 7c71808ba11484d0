import type pg from 'pg'

/**
 * The structure of the product's database, read from the catalogue, so that nothing has to be kept up to date by hand.
 */

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
export const columnList = (columns: readonly string[]): string => columns.map(quoted).join(', ')

/** Tables of bitmaps, which the product makes anew from the requests. They must be left out together (docs/decisions/0136). */
const BITMAPS = ['request_segments', 'request_bitmaps', 'request_segment_changes']
/** The same of counts of requests (docs/decisions/0143). */
const COUNTS = ['counted_releases', 'request_counts', 'request_count_changes']

/** Tables with the columns that hold data. The applied migrations are stored separately. */
const TABLES = `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all($1)
    and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  group by c.relname order by c.relname`

export const tablesOf = async (client: pg.ClientBase) =>
  (await client.query<{ name: string; columns: string[] }>(TABLES, [['migrations', ...BITMAPS, ...COUNTS]])).rows

interface Constraint {
  table: string
  name: string
  definition: string
  /** Rows from earlier versions may violate it: then it applies only to new rows (migration 0054). */
  isLenient: boolean
}

const CONSTRAINTS = `select conrelid::regclass::text as table, quote_ident(conname) as name,
    pg_get_constraintdef(oid) as definition, contype = 'c' as "isLenient"
  from pg_constraint where connamespace = current_schema()::regnamespace
    and (contype = 'f' or (contype = 'c' and conname like '%\\_in\\_calendar'))`

const BROKEN = '23514'

async function putBack(client: pg.ClientBase, { table, name, definition, isLenient }: Constraint) {
  if (!isLenient) return client.query(`alter table ${table} add constraint ${name} ${definition}`)
  await client.query(`alter table ${table} add constraint ${name} ${definition.replace(/ NOT VALID$/, '')} not valid`)
  await client.query('savepoint checking')
  return client.query(`alter table ${table} validate constraint ${name}`).catch(async (error: { code?: string }) => {
    if (error.code !== BROKEN) throw error
    return client.query('rollback to savepoint checking')
  })
}

/**
 * Drops the constraints that prevent the tables of the current schema from being filled in any order and with all their
 * old rows: foreign keys and limits of days. Runs inside the caller's transaction.
 * @returns a function that restores and checks them
 */
export async function dropConstraints(client: pg.ClientBase): Promise<() => Promise<void>> {
  const { rows } = await client.query<Constraint>(CONSTRAINTS)
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`)
  return async () => {
    for (const constraint of rows) await putBack(client, constraint)
  }
}

const SEQUENCES = `select c.relname as table, a.attname as column,
    pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
    and pg_get_serial_sequence(quote_ident(c.relname), a.attname) is not null and c.relname <> 'migrations'`

/** Makes every sequence of the current schema continue after the largest existing number. */
export async function advanceSequences(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(SEQUENCES)
  for (const { table, column, sequence } of rows) {
    const most = `(select max(${quoted(column)}) from ${quoted(table)})`
    await client.query(`select setval($1, coalesce(${most}, 1), ${most} is not null)`, [sequence])
  }
}
