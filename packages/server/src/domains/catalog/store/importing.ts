import { insertRows } from '../../../platform/inserting.ts'
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

/** Records that companies use modules; existing records stay. */
export async function ensureUse(tx: Transaction, pairs: { idcomp: number; idmod: number }[]): Promise<void> {
  if (pairs.length === 0) return
  await insertRows(tx, 'company_modules', pairs)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
