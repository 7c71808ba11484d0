import { insertRows } from '../../../platform/inserting.ts'
import { oneOf } from '../../../platform/sql.ts'
import type { Transaction } from '../../../platform/transaction.ts'

/** Returns the id of a company by its name; creates the company if there is none. */
export async function ensureCompany(tx: Transaction, namecomp: string): Promise<number> {
  const found = await tx
    .selectFrom('companies')
    .select('idcomp')
    .where((eb) => eb(eb.fn('lower', ['namecomp']), '=', namecomp.toLowerCase()))
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  const { idcomp } =
    found ?? (await tx.insertInto('companies').values({ namecomp }).returning('idcomp').executeTakeFirstOrThrow())
  return idcomp
}

async function ensureSystem(tx: Transaction, namesys: string): Promise<number> {
  const found = await tx
    .selectFrom('systems')
    .select('idsys')
    .where((eb) => eb(eb.fn('lower', ['namesys']), '=', namesys.toLowerCase()))
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  const { idsys } =
    found ?? (await tx.insertInto('systems').values({ namesys }).returning('idsys').executeTakeFirstOrThrow())
  return idsys
}

/**
 * Returns the id of a module by its system's name and its own; creates the module, and the system, if there is none.
 */
export async function ensureModule(tx: Transaction, namesys: string, namemod: string): Promise<number> {
  const idsys = await ensureSystem(tx, namesys)
  const found = await tx
    .selectFrom('modules')
    .select('idmod')
    .where('idsys', '=', idsys)
    .where((eb) => eb(eb.fn('lower', ['namemod']), '=', namemod.toLowerCase()))
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  const { idmod } =
    found ?? (await tx.insertInto('modules').values({ namemod, idsys }).returning('idmod').executeTakeFirstOrThrow())
  return idmod
}

/**
 * Records that companies use modules; existing records stay. A company that uses more than before has changed: whoever
 * saves a form of it that was opened earlier is told, instead of removing what they did not see. One that is locked is left
 * alone: a release is locked by now, and whoever saves a release locks its companies first.
 */
export async function ensureUse(tx: Transaction, pairs: { idcomp: number; idmod: number }[]): Promise<void> {
  if (pairs.length === 0) return
  const added = await insertRows(tx, 'company_modules', pairs)
    .onConflict((conflict) => conflict.doNothing())
    .returning('idcomp')
    .execute()
  const ids = added.map(({ idcomp }) => idcomp)
  await tx
    .updateTable('companies')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('idcomp', 'in', (eb) =>
      eb
        .selectFrom('companies')
        .select('idcomp')
        .where('idcomp', '=', oneOf(ids))
        .orderBy('idcomp')
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .execute()
}
