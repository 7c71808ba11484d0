import type { Actor } from '../../../platform/call.ts'
import { refuseField } from '../../../platform/refusal.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { attachToRelease } from '../../requests/port.ts'
import { NOT_IN_PROGRESS } from '../policy.ts'
import { patchRow } from '../store.ts'
import { changeInside } from './changing.ts'

interface Planned {
  release_id: number
  start_date: string
  plan_date: string
  /** Ids put into the release. */
  requests: number[]
  version?: number | null | undefined
}

/**
 * Gives a release in progress other dates and more requests.
 * @throws 404, 409 stale, 422 once it is published or closed, and what `attachToRelease` refuses
 */
export const replanRelease = (tx: Transaction, actor: Actor, planned: Planned): Promise<number> =>
  changeInside(
    tx,
    actor,
    { id: planned.release_id, action: 'save', version: planned.version },
    async (_, { step_id }) => {
      const step = await tx
        .selectFrom('release_steps')
        .select('kind')
        .where('id', '=', step_id)
        .executeTakeFirstOrThrow()
      if (step.kind === 'published' || step.kind === 'closed') throw refuseField('release_id', NOT_IN_PROGRESS)
      if (planned.requests.length > 0) await attachToRelease(tx, actor, planned.release_id, planned.requests)
      const { start_date, plan_date } = planned
      return { version: await patchRow(tx, actor, planned.release_id, { start_date, plan_date }) }
    },
  )
