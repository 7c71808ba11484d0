import { sql } from 'kysely'
import type { World } from '../world/world.ts'

/**
 * What a call writes whoever makes it, and what is written meanwhile by jobs. Of every other table a refused call must
 * leave each row as it is.
 */
const APART = new Set([
  'api_tokens',
  'deliveries',
  // Also of a delivery's end.
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

const one = (table: string) =>
  sql`select ${table} as table, coalesce(sum(hashtextextended((to_jsonb(t))::text, 0)), 0) as sum from ${sql.table(table)} as t`

/** A number for each table, the same as long as no row of it was written. */
export async function fingerprint({ db }: World): Promise<Map<string, string>> {
  const tables = (await TABLES.execute(db)).rows.map(({ name }) => name).filter((name) => !APART.has(name))
  const { rows } = await sql<{ table: string; sum: string }>`${sql.join(tables.map(one), sql` union all `)}`.execute(db)
  return new Map(rows.map(({ table, sum }) => [table, sum]))
}

/** The tables that were written between the two. */
export const difference = (before: Map<string, string>, after: Map<string, string>) =>
  [...after].filter(([table, sum]) => before.get(table) !== sum).map(([table]) => table)
