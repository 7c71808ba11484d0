import type { webhooks } from '@vypusk/contract'
import type { Listener, EventActor, WrittenEvent } from '../../../platform/events.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { writeDeliveries } from '../store/webhooks.ts'

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

/** Numbers only: whoever reads them asks for the rest by a token, and sees what its person may. */
async function queue(tx: Transaction, kind: webhooks.WebhookKind, event: WrittenEvent, actor: EventActor, of?: Things) {
  const { id, entity, entity_id, version = 0, at } = event
  const things = of ?? { entity, id: entity_id, ids: [entity_id] }
  const body = JSON.stringify({ event: id, kind, ...things, version, by: actor.person.id || null, at })
  const made = await writeDeliveries(tx, { kind, body, at })
  if (made.length === 0) return
  const jobs = made.map((delivery_id) => ({ delivery_id }))
  await actor.deps.jobs.sendAll(tx, 'webhook', jobs)
}

/** Tells other systems of an event by its own name. */
export const announceOf =
  <Kind extends NamedKind>(kind: Kind): Listener<Kind> =>
  (tx, event, actor) =>
    queue(tx, kind, event, actor)

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

/** The same of many at once: one delivery with all their numbers. */
export const announceOfMany: Listener<'many_changed'> = (tx, event, actor) =>
  queue(tx, `${event.data.of}.changed`, event, actor, { entity: event.data.of, id: 0, ids: event.data.ids })

/** What one act took back or brought back, however many it reached. */
const announceOfAct =
  <Kind extends 'agreement.withdrawn' | 'agreement.restored'>(kind: Kind): Listener<Kind> =>
  (tx, event, actor) => {
    const { ids } = event.data
    const [id = 0] = ids.length === 1 ? ids : []
    return queue(tx, kind, event, actor, { entity: 'agreement', id, ids })
  }
export const announceOfWithdrawn = announceOfAct('agreement.withdrawn')
export const announceOfRestored = announceOfAct('agreement.restored')
