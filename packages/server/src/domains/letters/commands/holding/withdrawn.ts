import type { Deps } from '../../../../platform/call.ts'
import { momentOf } from '../../../../platform/clock.ts'
import type { EventActor, Listener, WrittenEvent } from '../../../../platform/events.ts'
import { NOBODY } from '../../../../platform/person.ts'
import { refuseWith, type RefusalSpec } from '../../../../platform/refusal.ts'
import { inTransaction, type Transaction } from '../../../../platform/transaction.ts'
import { entryOf, HELD_SECONDS } from '../../../agreements/port.ts'
import { agreementsAround, type AgreementAround } from '../../queries/agreements.ts'
import { remarkersOf } from '../../queries/threads.ts'
import { reachable, type Addressee } from '../../rules.ts'
import { dropHeldLetters, dropWaiting, overtakeLetters, releaseLetters } from '../../store/letters.ts'
import {
  calledOffForClient,
  calledOffForStaff,
  resumedForClient,
  resumedForStaff,
  withdrawnForClient,
  withdrawnForStaff,
  type NoticeContent,
} from '../../templates/agreement-letters.ts'
import { withOffers, type WithOffer } from '../offerers.ts'
import { aroundOf, clients, colleagues, replyToOf, writeEach, type Due } from '../write.ts'

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
  const { ids } = event.data
  const said = {
    client: withdrawnForClient(event.data),
    staff: withdrawnForStaff(event.data),
    entry: 'cancelled',
  } as const
  await overtakeLetters(tx, ids, CLOSING, { overtaken_by: event.id, held_until: heldUntil(event) })
  await writeAll(tx, actor, event, ids, () => said)
  await actor.deps.jobs.send(tx, 'let_go', {}, HELD_SECONDS)
}

/**
 * Writes the letters of the agreements, to whoever offered a date or raised a remark too. A company gets one even if it
 * is on the not-publishing list by now: that is what a withdrawal reports.
 */
async function writeAll(
  tx: Transaction,
  actor: EventActor,
  event: WrittenEvent<Ending>,
  ids: number[],
  saidOf: (agreement: AgreementAround) => Said,
): Promise<void> {
  const known = await agreementsAround(tx, ids)
  const told = ids.flatMap((id) => known.get(id) ?? [])
  const offered = await withOffers(
    tx,
    told.map((agreement) => ({ agreement, event })),
  )
  const remarkers = await remarkersOf(tx, ids)
  const all = offered.map(({ agreement }) => ({
    event: { ...event, entity: 'agreement', entity_id: agreement.id },
    due: dueOf(actor, event, { agreement, remarkers: remarkers.get(agreement.id) ?? [] }, saidOf(agreement)),
  }))
  await writeEach(tx, actor, all, heldUntil(event))
}

function dueOf(
  actor: EventActor,
  event: WrittenEvent<Ending>,
  { agreement, remarkers }: { agreement: WithOffer; remarkers: Addressee[] },
  { client, staff, entry }: Said,
): Due[] {
  const around = aroundOf(actor, event)
  const own = remarkers.filter(({ idcomp }) => idcomp === agreement.company_id)
  const entryFor = (isRivc: boolean) => entryOf(agreement, { ...around, isRivc }, entry)
  const addresses = (people: Addressee[]) => reachable(people, actor.person.id).map(({ email }) => email)
  return [
    {
      content: () => client(agreement, around),
      ics: entryFor(false),
      replyTo: replyToOf(actor),
      targets: [
        ...addresses([...clients(agreement), ...agreement.offerer.people, ...own]),
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
    const dropped = await dropHeldLetters(tx, event.data.ids, [opposite])
    const others = event.data.ids.filter((id) => !dropped.has(id))
    await writeAll(tx, actor, event, others, (agreement) => saidOf(agreement, event.data))
    await actor.deps.jobs.send(tx, 'let_go', {}, HELD_SECONDS)
    return [...dropped].map(([id, events]) => ({ id, events }))
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
    await deps.jobs.sendAll(tx, 'deliver', await releaseLetters(tx, momentOf(deps.clock)))
  })
