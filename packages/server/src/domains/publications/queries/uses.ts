import { sql } from 'kysely'
import type { Db } from '../../../platform/call.ts'

/** The modules that each of these companies uses. */
export async function modulesUsed(db: Db, companies: number[]): Promise<Map<number, Set<number>>> {
  const rows = await db
    .selectFrom('shared_company_modules')
    .select(['idcomp', 'idmod'])
    .where('idcomp', '=', sql<number>`any(${companies}::int[])`)
    .execute()
  const byCompany = Map.groupBy(rows, ({ idcomp }) => idcomp)
  return new Map([...byCompany].map(([idcomp, used]) => [idcomp, new Set(used.map(({ idmod }) => idmod))]))
}
