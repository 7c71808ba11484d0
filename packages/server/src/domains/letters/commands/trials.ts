import { toTryAgain } from '../../agreements/port.ts'
import type { EventActor, Listener } from '../../../platform/events.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { agreementAround } from '../queries/agreements.ts'
import { tryAgain } from '../templates/trial-letters.ts'
import { letOrHold } from './holding/collecting.ts'
import { writePlan, planned, type Cause } from './write.ts'

/** Letters about a new build on the test environment: one letter asks to try everything again that failed. */

/**
 * Asks about what fails when the letter is sent, so that several builds in a row cause one letter. @returns the
 * addresses it goes to
 */
export async function writeTryAgain(tx: Transaction, actor: EventActor, cause: Cause): Promise<string[]> {
  const again = await toTryAgain(tx, cause.entity_id)
  if (again.requests.length === 0) return []
  const agreement = await agreementAround(tx, cause.entity_id)
  const whom = planned(agreement)
  await writePlan(tx, actor, cause, agreement, { question: { content: tryAgain(again), ...whom } })
  return [...whom.people.flatMap(({ email }) => email ?? []), ...whom.extra]
}

/** Asks for new trials after a build; one without failed requests causes no letter and holds none up. */
export const onBuild: Listener<'agreement.build'> = async (tx, event, actor) => {
  const { requests } = await toTryAgain(tx, event.entity_id)
  if (requests.length === 0) return
  await letOrHold(tx, event, event.kind, async () => void (await writeTryAgain(tx, actor, event)))
}
