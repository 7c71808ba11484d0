import { sql } from 'kysely'
import type { World } from '../world/world.ts'

/**
 * Tables that every call writes, whoever makes it, and tables that jobs write meanwhile. In all other tables a refused
 * call must leave every row unchanged.
 */
const APART = new Set([
  'api_tokens',
  'deliveries',
  // Also written when a delivery ends.
  'events',
  'held_letters',
  'idempotency_keys',
  'login_tries',
  'migrations',
  'presence',
  'rates',
  'sessions',
  'taken_work',
  'webhook_deliveries',
  'webhook_tries',
])

const TABLES = sql<{ name: string }>`
  select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r' order by 1`

/** Written when a delivery to another system fails, whoever calls meanwhile. */
const BY_JOBS = 'failing_since'
const one = (table: string) =>
  sql`select ${table} as table, coalesce(sum(hashtextextended((to_jsonb(t) - ${BY_JOBS}::text)::text, 0)), 0) as sum
    from ${sql.table(table)} as t`

/**
 * Returns a number for each table that stays the same as long as no row of the table is written.
 * @param also one of the tables that are left out
 */
export async function fingerprint({ db }: World, also?: string): Promise<Map<string, string>> {
  const names = (await TABLES.execute(db)).rows.map(({ name }) => name)
  const tables = names.filter((name) => name === also || !APART.has(name))
  const { rows } = await sql<{ table: string; sum: string }>`${sql.join(tables.map(one), sql` union all `)}`.execute(db)
  return new Map(rows.map(({ table, sum }) => [table, sum]))
}

/** Returns the tables that were written between two fingerprints. */
export const difference = (before: Map<string, string>, after: Map<string, string>) =>
  [...after].filter(([table, sum]) => before.get(table) !== sum).map(([table]) => table)
