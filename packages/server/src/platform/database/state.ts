import { readdir } from 'node:fs/promises'
import { parse } from 'node:path'
import type { ClientBase } from 'pg'
import { migrationsDir } from '../runtime/places.ts'

/**
 * The state of a database from this version's point of view: `new` was never used; `emptied` held, or was about to
 * hold, an installation but has none of its tables or rows; `foreign` has tables of something else; the others belong
 * to an earlier, this or a later version.
 */
export type DatabaseState = 'new' | 'emptied' | 'foreign' | 'older' | 'current' | 'newer'

/** The schema in which a copy is prepared next to the tables in use; it is removed when the restore has ended. */
export const RESTORE_SCHEMA = 'vypusk_restore'

/** The first migration of every database of the product. */
const FIRST = '0001_schema'

const LOOK = `select
    exists (select from pg_attribute where attrelid = to_regclass('public.migrations') and attname = 'name') as migrated,
    to_regclass('public.installation') is not null as installed,
    to_regclass('vypusk.mark') is not null as marked,
    to_regnamespace('${RESTORE_SCHEMA}') is not null as restoring,
    exists (select from pg_class c
      where c.relnamespace = to_regnamespace('public') and c.relkind in ('r', 'p', 'v', 'm', 'f')
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e'
          and d.classid = 'pg_class'::regclass)) as occupied`

/** Names of the migrations in this version, in order. */
export const migrationNames = async (): Promise<string[]> =>
  (await readdir(migrationsDir)).map((file) => parse(file).name).toSorted()

/** Names of the migrations that were applied, in order; empty for a database without the product. */
export async function migrationsOf(client: ClientBase): Promise<string[]> {
  const { rows: found } = await client.query(LOOK)
  if (!found[0]?.migrated) return []
  const { rows } = await client.query<{ name: string }>('select name from public.migrations order by id')
  return rows.map(({ name }) => name)
}

/** Returns the state of a database without changing it. */
export async function stateOf(client: ClientBase): Promise<DatabaseState> {
  const [{ installed, marked, occupied, restoring }] = (await client.query(LOOK)).rows
  const applied = new Set(await migrationsOf(client))
  // A new database into which a copy was being restored does not count as new either.
  const isMarked = restoring || (marked && (await has(client, 'select from vypusk.mark')))
  if (applied.has(FIRST)) {
    const isSettled = installed && (await has(client, `select from public.installation where key = 'demo'`))
    return isMarked && !isSettled ? 'emptied' : versionOf(applied, await migrationNames())
  }
  if (occupied) return 'foreign'
  return isMarked ? 'emptied' : 'new'
}

function versionOf(applied: Set<string>, known: string[]): DatabaseState {
  if ([...applied].some((name) => !known.includes(name))) return 'newer'
  return known.every((name) => applied.has(name)) ? 'current' : 'older'
}

const has = async (client: ClientBase, query: string) => (await client.query(query)).rowCount !== 0

/** Records that a copy was restored into this database. */
export const markRestored = (client: ClientBase, at: string) =>
  client.query(
    `insert into vypusk.mark as mark (used_since, restores) values ($1, 1)
     on conflict (one) do update set restores = mark.restores + 1`,
    [at],
  )

/** How often a copy was restored into this database. */
export async function restoresOf(client: ClientBase): Promise<number> {
  const { rows } = await client.query(`select to_regclass('vypusk.mark') is not null as marked`)
  if (!rows[0]?.marked) return 0
  const { rows: found } = await client.query<{ restores: number }>('select restores from vypusk.mark')
  return found[0]?.restores ?? 0
}
