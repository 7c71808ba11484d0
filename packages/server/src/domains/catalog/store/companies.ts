import { sql } from 'kysely'
import type { Transaction } from '../../../platform/transaction.ts'

/** The company, hidden or not, kept from others until the transaction ends. */
export const lockCompany = (tx: Transaction, idcomp: number) =>
  tx
    .selectFrom('companies')
    .select(['idcomp', 'namecomp', 'version', 'deleted_at'])
    .where('idcomp', '=', idcomp)
    .forUpdate()
    .executeTakeFirst()

export const insertCompany = (tx: Transaction, namecomp: string, created_at: string) =>
  tx.insertInto('companies').values({ namecomp, created_at }).returning('idcomp').executeTakeFirstOrThrow()

/** @returns the new version */
export async function patchCompany(
  tx: Transaction,
  idcomp: number,
  patch: { namecomp?: string; deleted_at?: string | null },
): Promise<number> {
  const { version } = await tx
    .updateTable('companies')
    .set((eb) => ({ ...patch, version: eb('version', '+', 1) }))
    .where('idcomp', '=', idcomp)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

/** Names of the modules a company uses, by id. */
export const modulesOfCompany = (tx: Transaction, idcomp: number) =>
  tx
    .selectFrom('company_modules as cm')
    .innerJoin('modules as m', 'm.idmod', 'cm.idmod')
    .select(['m.idmod', 'm.namemod'])
    .where('cm.idcomp', '=', idcomp)
    .orderBy('m.idmod')
    .execute()

/** Names of modules that exist, by id. */
export const modulesNamed = (tx: Transaction, ids: number[]) =>
  tx
    .selectFrom('modules')
    .select(['idmod', 'namemod'])
    .where('idmod', '=', sql<number>`any(${ids}::int[])`)
    .orderBy('idmod')
    .execute()

/** The company uses these modules and no others. */
export async function writeModules(tx: Transaction, idcomp: number, ids: number[]): Promise<void> {
  await tx
    .deleteFrom('company_modules')
    .where('idcomp', '=', idcomp)
    .where('idmod', '<>', sql<number>`all(${ids}::int[])`)
    .execute()
  if (ids.length === 0) return
  await tx
    .insertInto('company_modules')
    .values(ids.map((idmod) => ({ idcomp, idmod })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The name of a company that takes part, kept so until the transaction ends; undefined when there is none. */
export async function companyName(tx: Transaction, idcomp: number): Promise<string | undefined> {
  const row = await tx
    .selectFrom('companies')
    .select('namecomp')
    .where('idcomp', '=', idcomp)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  return row?.namecomp
}
