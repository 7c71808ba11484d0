import { notices } from '@vypusk/contract'
import { listenerOfMany, type Listener, type EventActor, type WrittenEvent } from '../../../platform/events.ts'
import { changesInside } from '../../../platform/history.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { clientHearsOf } from '../policy.ts'
import { openReleasesOf } from '../queries/open-releases.ts'
import { partiesOf } from '../queries/things.ts'
import { changeText, isHandedOver, isMove, type FieldChange } from '../rules/changes.ts'
import { notifyPeople, type Announcement } from './announcing.ts'

/** Notices about changes of things, made from their history, for the people who follow them. */

type Recorded = Awaited<ReturnType<typeof changesInside>>[number]

async function changesOf(tx: Transaction, entity: notices.Watched, ids: number[]): Promise<Map<number, Recorded[]>> {
  return Map.groupBy(await changesInside(tx, entity, ids), ({ entity_id }) => entity_id)
}

const pair = (request_id: number, release_id: number | null) => `${request_id} ${release_id}`

/** The releases that requests went into or left, as far as the company of the request may see them. */
async function openReleases(tx: Transaction, changes: Recorded[]): Promise<Set<string>> {
  const moves = changes.filter(({ field }) => field === 'release_id')
  if (moves.length === 0) return new Set()
  const releases = moves.flatMap(({ refs }) => (refs ? [refs.before ?? [], refs.after ?? []].flat() : []))
  const rows = await openReleasesOf.all(tx, { requests: moves.map(({ entity_id }) => entity_id), releases })
  return new Set(rows.map(({ id, release_id }) => pair(id, release_id)))
}

/** A change as the company may know it: a release that is hidden from it is none. */
function forClients(entity: notices.Watched, change: Recorded, open: Set<string>): Recorded[] {
  if (!clientHearsOf(entity, change.field)) return []
  if (entity !== 'request' || change.field !== 'release_id') return [change]
  const { entity_id, refs } = change
  const [was, is] = [open.has(pair(entity_id, refs?.before ?? null)), open.has(pair(entity_id, refs?.after ?? null))]
  return was || is ? [{ ...change, before: was ? change.before : null, after: is ? change.after : null }] : []
}

function announcementOf(entity: notices.Watched, changes: FieldChange[], isRivc: boolean): Announcement[] {
  if (changes.length === 0) return []
  const kind = isMove(entity, changes) ? 'moved' : 'changed'
  // A company that gets an entry is not told whose it was.
  const text = changeText(entity, changes, !isRivc && isHandedOver(entity, changes))
  return [{ kind, text, to: (party) => party.isRivc === isRivc }]
}

/** @param eventOf the event of each thing that has changed */
async function announceChanges(
  tx: Transaction,
  actor: EventActor,
  entity: notices.Watched,
  eventOf: Map<number, WrittenEvent>,
): Promise<void> {
  const ids = [...eventOf.keys()]
  const [event] = eventOf.values()
  if (!event) return
  // Most changes concern nobody but the person who made them.
  const parties = await partiesOf(tx, entity, ids)
  if (parties.every(({ id }) => id === actor.person.id)) return
  const changes = await changesOf(tx, entity, ids)
  if (changes.size === 0) return
  const open = entity === 'request' ? await openReleases(tx, [...changes.values()].flat()) : new Set<string>()
  const toClients = (own: Recorded[]) => own.flatMap((change) => forClients(entity, change, open))
  const of = new Map(
    [...changes].map(([id, own]) => [
      id,
      [...announcementOf(entity, own, true), ...announcementOf(entity, toClients(own), false)],
    ]),
  )
  await notifyPeople(tx, actor, event, { entity, of, parties, events: eventOf })
}

/** Changes of several things by one act are announced together: the drafts of 200 companies that move to one day. */
const onEach = async (tx: Transaction, events: WrittenEvent[], actor: EventActor) => {
  const { data: entity } = notices.watched.safeParse(events[0]?.entity)
  if (entity) await announceChanges(tx, actor, entity, new Map(events.map((event) => [event.entity_id, event])))
}

export const onChanged = listenerOfMany<'changed'>(onEach)

export const onReleaseChanged = listenerOfMany<'release.changed'>(onEach)

export const onTried: Listener<'agreement.tried'> = (tx, event, actor) => onEach(tx, [event], actor)

export const onManyChanged: Listener<'many_changed'> = (tx, event, actor) =>
  announceChanges(tx, actor, event.data.of, new Map(event.data.ids.map((id) => [id, event])))
