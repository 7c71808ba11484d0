import { readdir } from 'node:fs/promises'
import { parse } from 'node:path'
import type { ClientBase } from 'pg'
import { migrationsDir } from './places.ts'

/**
 * What a database is to this version of the product: nothing was ever in it; it was or was to become a system and has
 * none of its tables or rows; tables of something else stand in it; an earlier version's, this one's, a later one's.
 */
export type DatabaseState = 'new' | 'emptied' | 'foreign' | 'older' | 'current' | 'newer'

/** Where a copy is made ready beside the tables that people work with; it is gone when the restore has ended. */
export const RESTORE_SCHEMA = 'vypusk_restore'

/** The first thing every database of ours was given. */
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

/** Names of the files a version of the product has, in their order. */
export const migrationNames = async (): Promise<string[]> =>
  (await readdir(migrationsDir)).map((file) => parse(file).name).toSorted()

/** Names of the migrations that were applied, in order; empty where the product has never been. */
export async function migrationsOf(client: ClientBase): Promise<string[]> {
  const { rows: found } = await client.query(LOOK)
  if (!found[0]?.migrated) return []
  const { rows } = await client.query<{ name: string }>('select name from public.migrations order by id')
  return rows.map(({ name }) => name)
}

export async function stateOf(client: ClientBase): Promise<DatabaseState> {
  const [{ installed, marked, occupied, restoring }] = (await client.query(LOOK)).rows
  const applied = new Set(await migrationsOf(client))
  // A new database into which a copy was being restored is no new one either.
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

/** Says that a copy has taken the place of what was here. */
export const markRestored = (client: ClientBase, at: string) =>
  client.query(
    `insert into vypusk.mark as mark (used_since, restores) values ($1, 1)
     on conflict (one) do update set restores = mark.restores + 1`,
    [at],
  )

/** How often a copy has taken the place of what was here. */
export async function restoresOf(client: ClientBase): Promise<number> {
  const { rows } = await client.query(`select to_regclass('vypusk.mark') is not null as marked`)
  if (!rows[0]?.marked) return 0
  const { rows: found } = await client.query<{ restores: number }>('select restores from vypusk.mark')
  return found[0]?.restores ?? 0
}
