import type { Deps } from '../../../../platform/call.ts'
import { daysAgo, momentOf } from '../../../../platform/clock.ts'
import { hasCome } from '../../../../platform/elapsed.ts'
import type { Listener, EventActor } from '../../../../platform/events.ts'
import { NOBODY } from '../../../../platform/person.ts'
import { inTransaction, type Transaction } from '../../../../platform/transaction.ts'
import { UNSURE } from '../../../../platform/unsure.ts'
import { undoableUntil, lockAgreement } from '../../../agreements/port.ts'
import { endQueued } from '../../../deliveries/port.ts'
import { eventsBy, stillMatters } from '../../queries/letters.ts'
import { agreementAround } from '../../queries/agreements.ts'
import { LONGEST_HELD_MS, reachable, SCOPE_TOPIC } from '../../rules.ts'
import { openOffer } from '../../queries/asking.ts'
import { withdrawnAmong } from '../../queries/threads.ts'
import { offeredForStaff } from '../../templates/offer-letters.ts'
import { dueHeld, forgetHeld, lockHeld, writeHeld, type Held, type HeldKey } from '../../store/letters.ts'
import { announceFollowers, type Kept } from './follower-notices.ts'
import { letOrHold } from './collecting.ts'
import { sendScope } from '../scopes.ts'
import { writeTryAgain } from '../trials.ts'
import { isTalk, writeTalk } from '../talks.ts'
import { writeEntries } from '../threads.ts'
import { aroundOf, write, type Cause } from '../write.ts'

/** The kinds of letters that are collected: the first is sent at once, those that follow closely are sent together. */
export type Collected = 'agreement.offered'

const LETTERS_AT_ONCE = 100

/** A listener for a kind whose letters are collected. */
export const collected =
  <Kind extends Collected>(atOnce: Listener<Kind>): Listener<Kind> =>
  (tx, event, actor) =>
    letOrHold(tx, event, event.kind, () => atOnce(tx, event, actor))

const waits = (held: Held | undefined, at: string): held is Held & { due_at: string } =>
  held !== undefined && held.due_at !== null && hasCome(held.due_at, at, LONGEST_HELD_MS)

type Events = Awaited<ReturnType<typeof eventsBy.all>>

/**
 * Writes the letter about everything collected: entries one after the other, of offers only the one that is open, as it is stored: its event names the wall
 * time of the zone of that day. @returns the
 * addresses it goes to
 */
async function writeCollected(tx: Transaction, actor: EventActor, cause: Cause, events: Events): Promise<string[]> {
  const entry_ids = events.flatMap((event) => entryOf(event) ?? [])
  if (isTalk(cause.kind)) return writeTalk(tx, actor, cause, entry_ids)
  if (cause.kind === 'agreement.build') return writeTryAgain(tx, actor, cause)
  if (cause.kind !== 'agreement.offered') return writeEntries(tx, actor, cause, { topic: cause.kind, entry_ids })
  const agreement = await agreementAround(tx, cause.entity_id)
  const offered = await openOffer.first(tx, { agreement_id: agreement.id })
  if (!offered) return []
  const targets = reachable(agreement.team, 0).map(({ email }) => email)
  const offerContent = offeredForStaff({ agreement_id: agreement.id, offered })
  const content = async () => offerContent(agreement, aroundOf(actor, cause))
  await write(tx, actor, cause, [{ content, ics: null, targets }])
  return targets
}

const entryOf = ({ data }: Events[number]) => (data as { entry_id?: number }).entry_id

/** The events whose entries were withdrawn meanwhile. */
async function takenBack(tx: Transaction, events: Events): Promise<Set<number>> {
  const rows = await withdrawnAmong.all(tx, { ids: events.flatMap((event) => entryOf(event) ?? []) })
  const gone = new Set(rows.map(({ id }) => id))
  return new Set(events.filter((event) => gone.has(entryOf(event) ?? 0)).map(({ id }) => id))
}

async function sendOne(deps: Deps, tx: Transaction, key: HeldKey): Promise<void> {
  const at = momentOf(deps.clock)
  // Whoever adds to the letter has locked its agreement before, and writing it locks the agreement too.
  if (key.entity === 'agreement') await lockAgreement(tx, key.entity_id)
  const held = await lockHeld(tx, key)
  if (!waits(held, at)) return
  // Written now, it would be lost for an agreement that an undo brings back.
  const until = key.entity === 'agreement' ? await undoableUntil(tx, key.entity_id, at) : null
  if (until !== null) return writeHeld(tx, key, { due_at: until })
  const event_ids = await writeDue(deps, tx, key, held, at)
  if (!held.is_unsure) return
  await writeHeld(tx, key, { is_unsure: false })
  await endQueued(tx, event_ids, UNSURE)
}

/** Writes what is due. @returns the events of its letters */
async function writeDue(deps: Deps, tx: Transaction, key: HeldKey, held: Held, at: string): Promise<number[]> {
  if (key.topic === SCOPE_TOPIC) {
    const event_id = await sendScope(tx, { deps, person: NOBODY }, key, held, at)
    return event_id === null ? [] : [event_id]
  }
  await writeHeld(tx, key, { event_ids: [], notices: '{}', since: null, due_at: null, sent_at: at })
  if (!(await stillMatters(tx, key))) return []
  const events = await eventsBy.all(tx, { ids: held.event_ids })
  const name = [...new Set(events.map((event) => event.name ?? ''))].filter(Boolean).join(', ')
  const actor: EventActor = { deps, person: { ...NOBODY, name } }
  const cause = { id: held.event_ids.at(-1) ?? 0, at, kind: key.topic, entity: key.entity, entity_id: key.entity_id }
  const targets = await writeCollected(tx, actor, cause, events)
  const gone = await takenBack(tx, events)
  const kept = Object.values(held.notices as Record<string, Kept>)
  await announceFollowers(
    tx,
    actor,
    { ...cause, entity: key.entity === 'request' ? 'request' : 'agreement', kind: 'changed', companies: [], data: {} },
    { ...key, notices: kept.filter(({ event_id }) => !gone.has(event_id)) },
    targets,
  )
  return held.event_ids
}

/** Writes the letters whose time has come; several processes at once write each of them once. */
export async function sendHeld(deps: Deps): Promise<void> {
  for (const key of await dueHeld(deps.db, momentOf(deps.clock), LETTERS_AT_ONCE)) {
    await inTransaction({ deps, person: NOBODY }, (tx) => sendOne(deps, tx, key)).catch((error: unknown) =>
      // One letter that fails must not hold up the others; it is tried again in a minute.
      deps.log.error({ err: error, ...key }, 'a held letter was not written'),
    )
  }
  await forgetHeld(deps.db, { before: daysAgo(deps.clock, 1), at: momentOf(deps.clock) })
}
