import type { Deps } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import type { EventActor, Listener, WrittenEvent } from '../../../platform/events.ts'
import { NOBODY } from '../../../platform/person.ts'
import { refuseWith, type RefusalSpec } from '../../../platform/refusal.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { entryOf, HELD_SECONDS } from '../../agreements/port.ts'
import { agreementAround } from '../queries/agreements.ts'
import { reachable } from '../rules.ts'
import { dropWaiting, releaseLetters } from '../store.ts'
import { withdrawnForClient, withdrawnForStaff } from '../templates/agreement-letters.ts'
import { aroundOf, clients, colleagues, replyToOf, write } from './write.ts'

/** Letters about withdrawn agreements: they wait a minute, in which the change can be undone together with them. */

type Withdrawn = WrittenEvent<'agreement.withdrawn'>

export const onWithdrawn: Listener<'agreement.withdrawn'> = async (tx, event, actor) => {
  for (const id of event.data.ids) await writeOne(tx, actor, event, id)
  await actor.deps.jobs.send(tx, 'let_go', {}, HELD_SECONDS)
}

/**
 * Writes the letters of one agreement. The company gets one even if it is on the not-publishing list by now: that is
 * what the letter reports.
 */
async function writeOne(tx: Transaction, actor: EventActor, event: Withdrawn, id: number): Promise<void> {
  const agreement = await agreementAround(tx, id)
  const around = aroundOf(actor, event)
  const ics = entryOf(agreement, around, 'cancelled')
  const addresses = (people: Parameters<typeof reachable>[0]) =>
    reachable(people, actor.person.id).map(({ email }) => email)
  const due = [
    {
      content: () => withdrawnForClient(event.data)(agreement, around),
      ics,
      replyTo: replyToOf(actor),
      targets: [...addresses(clients(agreement)), ...agreement.recipientsExtra],
    },
    {
      content: () => withdrawnForStaff(event.data)(agreement, around),
      ics,
      replyTo: replyToOf(actor),
      targets: addresses([...agreement.team, ...colleagues(agreement)]),
    },
  ]
  const held_until = new Date(Date.parse(event.at) + HELD_SECONDS * 1000).toISOString()
  await write(tx, actor, { ...event, entity: 'agreement', entity_id: id }, due, held_until)
}

const LEFT: RefusalSpec = [409, 'Письма уже отправлены: отменить нельзя. Спросите о дате заново']

/** Cancels the letters of an act that is undone, all of them or none: a letter that was sent has been read by now. */
export const onRestored: Listener<'agreement.restored'> = async (tx, event) => {
  const left = await dropWaiting(tx, event.data.events)
  if (left > 0) throw refuseWith(LEFT)
}

/** Releases letters that were not cancelled in time; several processes at once send each of them once. */
export const releaseHeld = (deps: Deps): Promise<void> =>
  inTransaction({ deps, person: NOBODY }, async (tx) => {
    const ids = await releaseLetters(tx, momentOf(deps.clock))
    await deps.jobs.sendAll(
      tx,
      'deliver',
      ids.map((delivery_id) => ({ delivery_id })),
    )
  })
