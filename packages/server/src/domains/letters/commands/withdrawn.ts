import type { Deps } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import type { EventActor, Listener, WrittenEvent } from '../../../platform/events.ts'
import { NOBODY } from '../../../platform/person.ts'
import { refuseWith, type RefusalSpec } from '../../../platform/refusal.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { entryOf, HELD_SECONDS } from '../../agreements/port.ts'
import { agreementAround, type AgreementAround } from '../queries/agreements.ts'
import { remarkersOf } from '../queries/threads.ts'
import { reachable } from '../rules.ts'
import { dropHeldLetters, dropWaiting, overtakeLetters, releaseLetters } from '../store.ts'
import {
  calledOffForClient,
  calledOffForStaff,
  resumedForClient,
  resumedForStaff,
  withdrawnForClient,
  withdrawnForStaff,
  type NoticeContent,
} from '../templates/agreement-letters.ts'
import { withOffer } from './offerers.ts'
import { aroundOf, clients, colleagues, replyToOf, write } from './write.ts'

/**
 * Letters about agreements that were withdrawn or called off: they wait a minute, in which the change can be undone
 * together with them.
 */

type Ending = 'agreement.withdrawn' | 'agreement.called_off' | 'agreement.resumed'

/** What the letters of one agreement say. */
interface Said {
  client: NoticeContent
  staff: NoticeContent
  entry: Parameters<typeof entryOf>[2]
}

const CLOSING = ['agreement.called_off', 'agreement.resumed']

const heldUntil = ({ at }: { at: string }) => new Date(Date.parse(at) + HELD_SECONDS * 1000).toISOString()

/** Until when every letter of an event waits; null if the event has no such letters. */
export const heldIfUndoable = (event: Pick<WrittenEvent, 'kind' | 'at'>): string | null =>
  event.kind === 'agreement.withdrawn' || CLOSING.includes(event.kind) ? heldUntil(event) : null

/**
 * The end of an agreement says more than the end of its release: one letter is enough. The other one waits as long as
 * the end can be undone, because then it is still true.
 */
export const onWithdrawn: Listener<'agreement.withdrawn'> = async (tx, event, actor) => {
  const said = {
    client: withdrawnForClient(event.data),
    staff: withdrawnForStaff(event.data),
    entry: 'cancelled',
  } as const
  for (const id of event.data.ids) {
    const by = { overtaken_by: event.id, held_until: heldUntil(event) }
    await overtakeLetters(tx, { entity: 'agreement', entity_id: id }, CLOSING, by)
    await writeOne(tx, actor, event, await agreementAround(tx, id), said)
  }
  await actor.deps.jobs.send(tx, 'let_go', {}, HELD_SECONDS)
}

/**
 * Writes the letters of one agreement, to whoever offered a date or raised a remark too. The company gets one even if it is on the not-publishing list by now: that is
 * what a withdrawal reports.
 */
async function writeOne(
  tx: Transaction,
  actor: EventActor,
  event: WrittenEvent<Ending>,
  agreement: AgreementAround,
  { client, staff, entry }: Said,
): Promise<void> {
  const around = aroundOf(actor, event)
  const found = await withOffer(tx, event.data, agreement)
  const remarkers = await remarkersOf(tx, agreement.id)
  const ownRemarkers = remarkers.filter(({ idcomp }) => idcomp === agreement.company_id)
  const entryFor = (isRivc: boolean) => entryOf(agreement, { ...around, isRivc }, entry)
  const addresses = (people: Parameters<typeof reachable>[0]) =>
    reachable(people, actor.person.id).map(({ email }) => email)
  const due = [
    {
      content: () => client(found, around),
      ics: entryFor(false),
      replyTo: replyToOf(actor),
      targets: [
        ...addresses([...clients(agreement), ...found.offerer.people, ...ownRemarkers]),
        ...agreement.recipientsExtra,
      ],
    },
    {
      content: () => staff(agreement, around),
      ics: entryFor(true),
      replyTo: replyToOf(actor),
      targets: addresses([...agreement.team, ...colleagues(agreement), ...remarkers.filter(({ isRivc }) => isRivc)]),
    },
  ]
  await write(tx, actor, { ...event, entity: 'agreement', entity_id: agreement.id }, due, heldUntil(event))
}

/** An agreement of which nobody has to be told any more, and the events whose letters about it were deleted. */
export interface Unheard {
  id: number
  events: number[]
}

/**
 * Tells of a release that was closed or reopened. If the letters about the opposite still wait, they are deleted
 * instead: nobody has read that anything had changed. @returns the agreements of which they were deleted
 */
const tellingOf =
  <Kind extends 'agreement.called_off' | 'agreement.resumed'>(
    opposite: Ending,
    saidOf: (agreement: AgreementAround, data: { said: string; reason: string }) => Said,
  ) =>
  async (tx: Transaction, event: WrittenEvent<Kind>, actor: EventActor): Promise<Unheard[]> => {
    const unheard: Unheard[] = []
    for (const id of event.data.ids) {
      const events = await dropHeldLetters(tx, { entity: 'agreement', entity_id: id }, [opposite])
      if (events.length > 0) {
        unheard.push({ id, events })
        continue
      }
      const agreement = await agreementAround(tx, id)
      await writeOne(tx, actor, event, agreement, saidOf(agreement, event.data))
    }
    await actor.deps.jobs.send(tx, 'let_go', {}, HELD_SECONDS)
    return unheard
  }

export const tellCalledOff = tellingOf<'agreement.called_off'>('agreement.resumed', (_, data) => ({
  client: calledOffForClient(data),
  staff: calledOffForStaff(data),
  entry: 'called_off',
}))

export const tellResumed = tellingOf<'agreement.resumed'>('agreement.called_off', ({ by_client }, data) => ({
  client: resumedForClient(data),
  staff: resumedForStaff(data),
  entry: by_client ? 'agreed' : 'asked',
}))

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
