import { sql, type Insertable } from 'kysely'
import type { planning } from '@vypusk/contract'
import type { DB } from '../../platform/db-types.gen.ts'
import { insertRows } from '../../platform/inserting.ts'
import type { Transaction } from '../../platform/transaction.ts'
import { isPresent } from '../catalog/port.ts'

const hasAuthor = isPresent(sql.ref('planning_variants.author_id'))

export const lockVariant = (tx: Transaction, id: number) =>
  tx
    .selectFrom('planning_variants')
    .selectAll()
    .select(sql<boolean>`${hasAuthor}`.as('has_author'))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/** The same if the person may delete it; another person's is not waited for. */
export const lockVariantOf = (tx: Transaction, id: number, person_id: number) =>
  tx
    .selectFrom('planning_variants')
    .select('id')
    .where('id', '=', id)
    .where((eb) => eb.or([eb('author_id', '=', person_id), eb.and([eb('is_shared', '=', true), eb.not(hasAuthor)])]))
    .forUpdate()
    .executeTakeFirst()

/** @returns the new variant's id */
export const insertVariant = (tx: Transaction, row: Insertable<DB['planning_variants']>): Promise<number> =>
  tx
    .insertInto('planning_variants')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow()
    .then(({ id }) => id)

/** Changes the row and increments its version; the row must be locked. */
export const patchVariant = (
  tx: Transaction,
  id: number,
  patch: { name: string; is_shared: boolean; updated_at: string },
) =>
  tx
    .updateTable('planning_variants')
    .set((eb) => ({ ...patch, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()

/** Replaces the variant's changes. */
export async function replaceChanges(tx: Transaction, variant_id: number, changes: planning.Replan[]): Promise<void> {
  await tx.deleteFrom('planning_changes').where('variant_id', '=', variant_id).execute()
  const rows = changes.map(({ version, ...change }) => ({ ...change, variant_id, version: version ?? null }))
  if (rows.length > 0) await insertRows(tx, 'planning_changes', rows).execute()
}

export const deleteVariant = (tx: Transaction, id: number) =>
  tx.deleteFrom('planning_variants').where('id', '=', id).execute()
