import { sql } from 'kysely'
import type { World } from '../world/world.ts'

/** Everything that a refused call must leave as it is, and that no job writes meanwhile. */
const TABLES = [
  'requests',
  'releases',
  'release_companies',
  'release_files',
  'request_files',
  'agreements',
  'agreement_offers',
  'agreement_recipients',
  'publications',
  'publication_receipts',
  'not_publishing_list',
  'registry_entries',
  'registry_comments',
  'registry_reads',
  'files',
  'users',
  'companies',
  'company_modules',
  'modules',
  'systems',
  'planning_variants',
  'freezes',
  'webhooks',
  'letter_templates',
  'calendar_days',
  'calendar_links',
  'release_steps',
  'registry_steps',
  'watchers',
  'history',
  'letters',
]

const one = (table: string) =>
  sql`select coalesce(sum(hashtextextended(t::text, 0)), 0) as sum from ${sql.table(table)} as t`

/** A number for each table, the same as long as no row of it was written. */
export async function fingerprint({ db }: World): Promise<string[]> {
  const { rows } = await sql<{ sum: string }>`${sql.join(TABLES.map(one), sql` union all `)}`.execute(db)
  return rows.map(({ sum }) => sum)
}

/** The tables that were written between the two. */
export const difference = (before: string[], after: string[]) => TABLES.filter((_, at) => before[at] !== after[at])
