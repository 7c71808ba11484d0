import type { Db } from '../../../platform/call.ts'
import { statement } from '../../../platform/statement.ts'
import { oneOf } from '../../../platform/sql.ts'

const uses = statement((db, { companies }: { companies: number[] }) =>
  db.selectFrom('shared_company_modules').select(['idcomp', 'idmod']).where('idcomp', '=', oneOf(companies)),
)

/** The modules that each of these companies uses. */
export async function modulesUsed(db: Db, companies: number[]): Promise<Map<number, Set<number>>> {
  const byCompany = Map.groupBy(await uses.all(db, { companies }), ({ idcomp }) => idcomp)
  return new Map([...byCompany].map(([idcomp, used]) => [idcomp, new Set(used.map(({ idmod }) => idmod))]))
}
