import type { Updateable } from 'kysely'
import type { Doer } from '../../platform/call.ts'
import { momentOf } from '../../platform/clock.ts'
import type { DB } from '../../platform/db-types.gen.ts'
import type { Transaction } from '../../platform/transaction.ts'

/** Takes the release's row until the transaction ends: changes of one release go one after another. */
export const lockRow = (tx: Transaction, id: number) =>
  tx
    .selectFrom('releases')
    .select(['id', 'version'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()

/** Changes the row and counts its version up; the row must be locked. */
export const patchRow = (tx: Transaction, doer: Doer, id: number, patch: Updateable<DB['releases']>): Promise<number> =>
  tx
    .updateTable('releases')
    .set((eb) => ({ ...patch, updated_at: momentOf(doer.deps.clock), version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
    .then(({ version }) => version)

export const writeStepChange = (tx: Transaction, doer: Doer, release_id: number, step_id: number, comment: string | null) =>
  tx
    .insertInto('release_step_changes')
    .values({ release_id, step_id, comment, user_id: doer.person.id, at: momentOf(doer.deps.clock) })
    .execute()
