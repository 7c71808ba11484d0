import { webhooks } from '@vypusk/contract'
import {
  listenerOfMany,
  type Concern,
  type Listener,
  type EventActor,
  type EventKind,
  type WrittenEvent,
} from '../../../platform/events.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { isWanted } from '../queries/webhooks.ts'
import { listenersOf, writeDeliveries } from '../store/webhooks.ts'
import { messagesOfEach, type Things } from './channel-messages.ts'
import { queueDeliveries } from './queueing.ts'
import { AGAIN, hearersOf, wordingOf, type AgainKind, type Wording } from './event-wording.ts'

/** An event of one of these kinds lists all agreements that an act has changed. */
export const ACT_KINDS = [
  'agreement.withdrawn',
  'agreement.restored',
  'agreement.called_off',
  'agreement.resumed',
] as const
type ActKind = (typeof ACT_KINDS)[number]
type NamedKind = Exclude<webhooks.WebhookKind, 'request.changed' | 'registry_entry.changed' | ActKind>

const OTHER_NAMES = new Set<webhooks.WebhookKind>(['request.changed', 'registry_entry.changed', ...ACT_KINDS])
/**
 * Whether an event is announced under its own name. Changes have one event for all things, and an act one for all
 * agreements.
 */
export const hasOwnName = (kind: webhooks.WebhookKind): kind is NamedKind => !OTHER_NAMES.has(kind)

type Listening = Awaited<ReturnType<typeof listenersOf>>

/**
 * The bodies for webhooks in the product's own format. They hold ids only: the receiver requests the rest with a token
 * and sees what its person may.
 */
function ownBodies(listening: Listening, kind: webhooks.WebhookKind, event: WrittenEvent, by: number, of: Things) {
  const { id, version = 0, at } = event
  const { entity, ids } = of
  const body = JSON.stringify({ event: id, kind, entity, id: of.id, ids, version, by: by || null, at })
  return listening.filter(({ format }) => format === 'own').map(({ id: webhook_id }) => ({ webhook_id, body }))
}

interface Audience {
  of: Things
  /** The companies that were notified; null: everybody who may see the things. */
  notified: number[] | null
}

interface Happening {
  event: WrittenEvent
  /** Left out if the event is about its own entity. */
  audience?: Audience
  wording?: Wording
}

/** Queues what each webhook is sent about events under one name, with as many statements for many as for one. */
async function queueEach(
  tx: Transaction,
  listening: Listening,
  kind: webhooks.WebhookKind,
  all: Happening[],
  { person, deps }: EventActor,
) {
  const by = person.id === 0 ? '' : person.name
  const told = all.map(({ event, audience, wording }) => {
    const { entity, entity_id: id, companies } = event
    const { of, notified } = audience ?? { of: { entity, id, ids: [id] }, notified: companies }
    return { event, of, notified, by, ...wording }
  })
  const { publicUrl } = deps.settings
  const texts = webhooks.isForChannels(kind) ? await messagesOfEach(tx, listening, { kind, publicUrl }, told) : []
  const bodies = told.flatMap(({ event, of }, index) =>
    [...ownBodies(listening, kind, event, person.id, of), ...(texts[index] ?? [])].map((one) => ({
      ...one,
      created_at: event.at,
    })),
  )
  const made = await writeDeliveries(tx, kind, bodies)
  if (made.length === 0) return
  const urls = new Map(listening.map(({ id, url }) => [id, url]))
  await queueDeliveries(
    tx,
    deps.jobs,
    made.map(({ id, webhook_id }) => ({ id, url: urls.get(webhook_id) ?? '' })),
  )
}

async function queue(
  tx: Transaction,
  kind: webhooks.WebhookKind,
  event: WrittenEvent,
  actor: EventActor,
  audience?: Audience,
) {
  const listening = await listenersOf(tx, kind)
  if (listening.length > 0) await queueEach(tx, listening, kind, [{ event, ...(audience ? { audience } : {}) }], actor)
}

/** Notifies other systems of an event under its own name. */
export const announceOf = <Kind extends NamedKind>(kind: Kind): Listener<Kind> =>
  listenerOfMany(async (tx, events, actor) => {
    const listening = hearersOf(await listenersOf(tx, kind), kind)
    if (listening.length === 0) return
    const all = events.map((event) => ({ event, wording: wordingOf<EventKind>(kind, event.data) }))
    await queueEach(tx, listening, kind, all, actor)
  })

/** Notifies other systems of an event under the name of another one. */
export const announceAgain = <Kind extends AgainKind>(kind: Kind): Listener<Kind> =>
  listenerOfMany(async (tx, events, actor) => {
    const { as, to, when } = AGAIN[kind]
    const told = events.filter(({ data }) => !when || when(data))
    if (told.length === 0) return
    const listening = (await listenersOf(tx, as)).filter(to)
    if (listening.length === 0) return
    const all = told.map((event) => ({ event, wording: wordingOf<EventKind>(kind, event.data) }))
    await queueEach(tx, listening, as, all, actor)
  })

/** Whether an event announced under its own name concerns any webhook. */
export const concernsWebhooks =
  (kind: NamedKind): Concern =>
  () =>
    isWanted(kind)

/** Whether an event announced under the name of another one concerns any webhook. */
export const concernsAgain =
  (kind: AgainKind): Concern =>
  () =>
    isWanted(AGAIN[kind].as)

const CHANGED: Partial<Record<string, webhooks.WebhookKind>> = {
  request: 'request.changed',
  release: 'release.changed',
  registry_entry: 'registry_entry.changed',
}

/** Notifies other systems that a request, a release or a registry entry has changed. */
export const announceOfChange = listenerOfMany<'changed'>(async (tx, events, actor) => {
  const kind = CHANGED[events[0]?.entity ?? '']
  const listening = kind ? await listenersOf(tx, kind) : []
  if (!kind || listening.length === 0) return
  await queueEach(
    tx,
    listening,
    kind,
    events.map((event) => ({ event })),
    actor,
  )
})

/** Whether a change concerns any webhook. */
export const concernsOfChange: Concern = ({ entity }) => isWanted(CHANGED[entity])

/** Notifies other systems of many changes at once: one delivery with all ids. */
export const announceOfMany: Listener<'many_changed'> = (tx, event, actor) =>
  queue(tx, `${event.data.of}.changed`, event, actor, {
    of: { entity: event.data.of, id: 0, ids: event.data.ids },
    notified: event.companies,
  })

/** Notifies other systems of the agreements that one act has changed, however many there are. */
export const announceOfAct =
  <Kind extends ActKind>(kind: Kind): Listener<Kind> =>
  (tx, event, actor) => {
    const { ids } = event.data
    const [id = 0] = ids.length === 1 ? ids : []
    // Announced as one act. Each company gets a letter about its own agreement, so its channel may be notified as well.
    return queue(tx, kind, event, actor, { of: { entity: 'agreement', id, ids }, notified: null })
  }
