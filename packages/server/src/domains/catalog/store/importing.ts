import type { Transaction } from '../../../platform/transaction.ts'

/** The id of a company by its name; makes it when there is none. */
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

/** The id of a module by its names; makes it, and its system, when there is none. */
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

/** Says that companies use modules; what is known already stays. */
export async function ensureUse(tx: Transaction, pairs: { idcomp: number; idmod: number }[]): Promise<void> {
  if (pairs.length === 0) return
  await tx
    .insertInto('company_modules')
    .values(pairs)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
