import { toTryAgain } from '../../agreements/port.ts'
import type { EventActor, Listener } from '../../../platform/events.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { agreementAround } from '../queries/agreements.ts'
import { tryAgain } from '../templates/trial-letters.ts'
import { letOrHold } from './collecting.ts'
import { writePlan, planned, type Cause } from './write.ts'

/** Another build stands on the test environment: what failed there is asked for again, by one letter of everything. */

/** Asks by what fails when the letter leaves, so that of builds in a row one letter comes. @returns who is written to */
export async function writeTryAgain(tx: Transaction, actor: EventActor, cause: Cause): Promise<string[]> {
  const again = await toTryAgain(tx, cause.entity_id)
  if (again.requests.length === 0) return []
  const agreement = await agreementAround(tx, cause.entity_id)
  const whom = planned(agreement)
  await writePlan(tx, actor, cause, agreement, { asked: { content: tryAgain(again), ...whom } })
  return [...whom.people.flatMap(({ email }) => email ?? []), ...whom.extra]
}

/** A build that asks for nothing again is no letter, and keeps none waiting. */
export const onBuild: Listener<'agreement.build'> = async (tx, event, actor) => {
  const { requests } = await toTryAgain(tx, event.entity_id)
  if (requests.length === 0) return
  await letOrHold(tx, event, event.kind, async () => void (await writeTryAgain(tx, actor, event)))
}
