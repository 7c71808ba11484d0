import { sql } from 'kysely'
import type { Db } from '../../../platform/call.ts'
import { statement } from '../../../platform/statement.ts'

const uses = statement((db, { companies }: { companies: number[] }) =>
  db
    .selectFrom('shared_company_modules')
    .select(['idcomp', 'idmod'])
    .where('idcomp', '=', sql<number>`any(${companies}::int[])`),
)

/** The modules that each of these companies uses. */
export async function modulesUsed(db: Db, companies: number[]): Promise<Map<number, Set<number>>> {
  const byCompany = Map.groupBy(await uses.all(db, { companies }), ({ idcomp }) => idcomp)
  return new Map([...byCompany].map(([idcomp, used]) => [idcomp, new Set(used.map(({ idmod }) => idmod))]))
}
