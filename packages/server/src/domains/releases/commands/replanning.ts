import type { releases } from '@vypusk/contract'
import type { Actor } from '../../../platform/call.ts'
import { refuseField } from '../../../platform/refusal.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { attachToRelease } from '../../requests/port.ts'
import { NOT_IN_PROGRESS } from '../policy.ts'
import { stepBy } from '../queries/steps.ts'
import { patchRow } from '../store/releases.ts'
import { bringAlong, NOTHING } from './bringing.ts'
import { changeInside } from './changing.ts'

interface Planned {
  release_id: number
  start_date: string
  plan_date: string
  /** The ids of requests to add to the release. */
  requests: number[]
  /** What to add of the companies and modules they bring. */
  bring?: releases.Bring | undefined
  version?: number | null | undefined
}

/**
 * Gives a release in progress new dates and more requests, with what they bring.
 * @returns what the release did not have before
 * @throws 404, 409 if stale, 422 if it is published or closed, and the refusals of `attachToRelease`
 */
export async function replanRelease(tx: Transaction, actor: Actor, planned: Planned): Promise<releases.Brought> {
  const { release_id: id, requests, version, start_date, plan_date } = planned
  let brought = NOTHING
  const now = await changeInside(tx, actor, { id, action: 'save', version }, async (_, { step_id }) => {
    await refuseOver(tx, step_id)
    if (requests.length > 0)
      await attachToRelease(tx, actor, id, requests, async (come) => {
        brought = await bringAlong(tx, id, come, planned.bring)
      })
    return { version: await patchRow(tx, actor, id, { start_date, plan_date }) }
  })
  return { ...brought, version: now }
}

async function refuseOver(tx: Transaction, step_id: number): Promise<void> {
  const { kind } = await stepBy.one(tx, { id: step_id })
  if (kind === 'published' || kind === 'closed') throw refuseField('release_id', NOT_IN_PROGRESS)
}
