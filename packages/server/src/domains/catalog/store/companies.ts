import { sql } from 'kysely'
import { insertRows } from '../../../platform/inserting.ts'
import { oneForAnother } from '../../../platform/named-apart.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { oneOf } from '../../../platform/sql.ts'

/**
 * Locks and returns the company, hidden or not; not against rows that refer to it, which another company's change may
 * write at the same time.
 */
export const lockCompany = (tx: Transaction, idcomp: number) =>
  tx
    .selectFrom('companies')
    .select(['idcomp', 'namecomp', 'version', 'deleted_at'])
    .where('idcomp', '=', idcomp)
    .forNoKeyUpdate()
    .executeTakeFirst()

export const insertCompany = (tx: Transaction, namecomp: string, created_at: string) =>
  tx.insertInto('companies').values({ namecomp, created_at }).returning('idcomp').executeTakeFirstOrThrow()

/** Updates a company. @returns the new version */
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

/** Returns the modules that a company uses, ordered by id. */
export const modulesOfCompany = (tx: Transaction, idcomp: number) =>
  tx
    .selectFrom('company_modules as cm')
    .innerJoin('modules as m', 'm.idmod', 'cm.idmod')
    .select(['m.idmod as id', 'm.namemod as name'])
    .where('cm.idcomp', '=', idcomp)
    .orderBy('m.idmod')
    .execute()

/** Returns those of the modules that exist, ordered by id. */
export const modulesNamed = (tx: Transaction, ids: number[]) =>
  tx
    .selectFrom('modules')
    .select(['idmod as id', 'namemod as name'])
    .where('idmod', '=', oneOf(ids))
    .orderBy('idmod')
    .execute()

/** Sets the modules that the company uses. */
export async function writeModules(tx: Transaction, idcomp: number, ids: number[]): Promise<void> {
  await tx
    .deleteFrom('company_modules')
    .where('idcomp', '=', idcomp)
    .where('idmod', '<>', sql<number>`all(${ids}::int[])`)
    .execute()
  if (ids.length === 0) return
  const rows = ids.map((idmod) => ({ idcomp, idmod }))
  await insertRows(tx, 'company_modules', rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Returns the name of a company that is not hidden and locks it against changes until the transaction ends; undefined
 * when there is none.
 */
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

/** Returns the name of a company, hidden or not, for the history; null when there is no company. */
export async function recordedCompany(tx: Transaction, idcomp: number | null): Promise<string | null> {
  if (idcomp === null) return null
  const row = await tx.selectFrom('companies').select('namecomp').where('idcomp', '=', idcomp).executeTakeFirst()
  return row?.namecomp ?? null
}

/**
 * Returns the names of the companies that somebody leaves and comes into, for the history; null where there is none. Of
 * companies with the same name one is hidden, and they are told apart.
 */
export async function recordedMove(
  tx: Transaction,
  from: number | null,
  to: number | null,
): Promise<[from: string | null, to: string | null]> {
  const rows = await tx
    .selectFrom('companies')
    .select(['idcomp as id', 'namecomp as name'])
    .where('idcomp', '=', oneOf([from, to].flatMap((idcomp) => idcomp ?? [])))
    .execute()
  return oneForAnother(
    rows.find(({ id }) => id === from),
    rows.find(({ id }) => id === to),
  )
}

/** Those of the companies that are not hidden, locked against changes in the order of their ids. */
export async function presentCompanies(tx: Transaction, ids: number[]): Promise<ReadonlySet<number>> {
  const rows = await tx
    .selectFrom('companies')
    .select('idcomp')
    .where('idcomp', '=', oneOf(ids))
    .where('deleted_at', 'is', null)
    .orderBy('idcomp')
    .forShare()
    .execute()
  return new Set(rows.map(({ idcomp }) => idcomp))
}
