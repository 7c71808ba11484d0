import { sql } from 'kysely'
import { webhooks } from '@vypusk/contract'
import {
  listenerOfMany,
  type Concern,
  type Listener,
  type EventActor,
  type WrittenEvent,
} from '../../../platform/events.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { hrefOf } from '../../notices/port.ts'
import { channelThings } from '../queries/channel-things.ts'
import { isForChannel, messageOf } from '../rules.ts'
import { listenersOf, writeDeliveries } from '../store/webhooks.ts'

type NamedKind = Exclude<
  webhooks.WebhookKind,
  'request.changed' | 'registry_entry.changed' | 'agreement.withdrawn' | 'agreement.restored'
>

const SAID_OTHERWISE = new Set<webhooks.WebhookKind>([
  'request.changed',
  'registry_entry.changed',
  'agreement.withdrawn',
  'agreement.restored',
])
/** Changes have one event for all things; what one act took back names all that it reached. */
export const isSaidByOwnName = (kind: webhooks.WebhookKind): kind is NamedKind => !SAID_OTHERWISE.has(kind)

interface Things {
  entity: string
  /** 0 where there are many, or more than are listed. */
  id: number
  /** All of them; none where there are more than are listed. */
  ids: number[]
}

type Listening = Awaited<ReturnType<typeof listenersOf>>

/** Numbers only: whoever reads them asks for the rest by a token, and sees what its person may. */
function ownBodies(listening: Listening, kind: webhooks.WebhookKind, event: WrittenEvent, by: number, of: Things) {
  const { id, version = 0, at } = event
  const { entity, ids } = of
  const body = JSON.stringify({ event: id, kind, entity, id: of.id, ids, version, by: by || null, at })
  return listening.filter(({ format }) => format === 'own').map(({ id: webhook_id }) => ({ webhook_id, body }))
}

/** Words, of what the channel may be told of; nothing where that is nothing. */
async function messages(
  tx: Transaction,
  listening: Listening,
  {
    kind,
    heard,
    of,
    by,
    publicUrl,
  }: { kind: webhooks.ChannelKind; heard: number[] | null; of: Things; by: string; publicUrl: string },
) {
  const channels = listening.filter(({ format }) => format === 'slack')
  if (channels.length === 0) return []
  const things = await channelThings(tx, of.entity, of.ids)
  return channels.flatMap((channel) => {
    const named = things
      .filter((thing) => isForChannel(channel, thing, heard))
      .map((thing) => ({ title: thing.title, href: `${publicUrl}${hrefOf(thing, channel.company_id === null)}` }))
    return named.length > 0 ? [{ webhook_id: channel.id, body: messageOf(kind, named, by) }] : []
  })
}

interface Audience {
  of: Things
  /** Companies that were told; null: whoever may know of the things. */
  heard: number[] | null
}

interface Happening {
  kind: webhooks.WebhookKind
  event: WrittenEvent
  /** Left out of what is said of the event's own thing. */
  audience?: Audience
}

async function queueFor(
  tx: Transaction,
  listening: Listening,
  { kind, event, audience }: Happening,
  actor: EventActor,
) {
  const { entity, entity_id, at } = event
  const { of, heard } = audience ?? { of: { entity, id: entity_id, ids: [entity_id] }, heard: event.companies }
  const { person, deps } = actor
  const around = { of, heard, by: person.id === 0 ? '' : person.name, publicUrl: deps.settings.publicUrl }
  const made = await writeDeliveries(tx, { kind, at }, [
    ...ownBodies(listening, kind, event, person.id, of),
    ...(webhooks.isForChannels(kind) ? await messages(tx, listening, { kind, ...around }) : []),
  ])
  if (made.length === 0) return
  const jobs = made.map((delivery_id) => ({ delivery_id }))
  await deps.jobs.sendAll(tx, 'webhook', jobs)
}

async function queue(
  tx: Transaction,
  kind: webhooks.WebhookKind,
  event: WrittenEvent,
  actor: EventActor,
  audience?: Audience,
) {
  const listening = await listenersOf(tx, kind)
  if (listening.length > 0) await queueFor(tx, listening, { kind, event, ...(audience ? { audience } : {}) }, actor)
}

/** Tells other systems of an event by its own name. */
export const announceOf = <Kind extends NamedKind>(kind: Kind): Listener<Kind> =>
  listenerOfMany(async (tx, events, actor) => {
    const listening = await listenersOf(tx, kind)
    for (const event of listening.length > 0 ? events : []) await queueFor(tx, listening, { kind, event }, actor)
  })

/** Somebody is told of such. */
const isWanted = (kind: webhooks.WebhookKind) =>
  sql<boolean>`exists (select from webhooks where is_active and ${sql.lit(kind)} = any(kinds))`

/** Of an event by its own name. */
export const concernsWebhooks =
  (kind: NamedKind): Concern =>
  () =>
    isWanted(kind)

const CHANGED: Partial<Record<string, webhooks.WebhookKind>> = {
  request: 'request.changed',
  release: 'release.changed',
  registry_entry: 'registry_entry.changed',
}

/** Tells other systems that a request, a release or an entry of the registry is not what it was. */
export const announceOfChange: Listener<'changed'> = async (tx, event, actor) => {
  const kind = CHANGED[event.entity]
  if (kind) await queue(tx, kind, event, actor)
}

export const concernsOfChange: Concern = ({ entity }) => {
  const kind = CHANGED[entity]
  return kind ? isWanted(kind) : sql`false`
}

/** The same of many at once: one delivery with all their numbers. */
export const announceOfMany: Listener<'many_changed'> = (tx, event, actor) =>
  queue(tx, `${event.data.of}.changed`, event, actor, {
    of: { entity: event.data.of, id: 0, ids: event.data.ids },
    heard: event.companies,
  })

/** What one act took back or brought back, however many it reached. */
const announceOfAct =
  <Kind extends 'agreement.withdrawn' | 'agreement.restored'>(kind: Kind): Listener<Kind> =>
  (tx, event, actor) => {
    const { ids } = event.data
    const [id = 0] = ids.length === 1 ? ids : []
    // Told to staff as one act; each company whose agreement it was hears of it by its letter, so its channel may as well.
    return queue(tx, kind, event, actor, { of: { entity: 'agreement', id, ids }, heard: null })
  }
export const announceOfWithdrawn = announceOfAct('agreement.withdrawn')
export const announceOfRestored = announceOfAct('agreement.restored')
