import { momentOf } from './clock.ts'
import type { EventActor, EventKind, ProductEvent, WrittenEvent } from './events.ts'
import type { Transaction } from './transaction.ts'

/** Several events of one kind caused by one action: written, announced and checked for listeners by one statement. */

/** Calls each listener with the events that concern it. What one listener has done may concern those after it. */
async function callListeners<Kind extends EventKind>(
  tx: Transaction,
  actor: EventActor,
  events: { event: WrittenEvent<Kind>; concerned: boolean[] }[],
): Promise<void> {
  const acted = new Set<number>()
  for (const [index, { run, concern }] of actor.deps.listeners.of(events[0]?.event.kind ?? 'changed').entries()) {
    const due = events
      .filter(({ event, concerned }) => !concern || acted.has(event.id) || concerned[index] !== false)
      .map(({ event }) => event)
    if (due.length === 0) continue
    for (const { id } of due) acted.add(id)
    // Listeners are stored by kind, so each only gets events of its own kind.
    const all = due as unknown as WrittenEvent[]
    if (run.many) await run.many(tx, all, actor)
    else for (const event of all) await run(tx, event, actor)
  }
}

/**
 * Emits the same event for several things changed by one action, like `emit` for each of them.
 * @param events of one kind, each about a different thing of one entity
 * @returns their ids, in order
 */
export async function emitMany<Kind extends EventKind>(
  tx: Transaction,
  actor: EventActor,
  events: ProductEvent<Kind>[],
): Promise<number[]> {
  const [first] = events
  if (!first) return []
  const at = momentOf(actor.deps.clock)
  const rows = events.map(({ entity_id, version = 0, companies, knew = [], data }) => ({
    entity_id,
    version,
    companies,
    knew: [...new Set(knew)],
    data,
  }))
  const { id: user_id, stream: stream_key = '' } = actor.person
  const input = { rows: JSON.stringify(rows), user_id, stream_key, at }
  const stored = await actor.deps.listeners.writeMany.all(tx, input, { kind: first.kind, entity: first.entity })
  const written = new Map(stored.map((one) => [one.entity_id, one]))
  const happened = events.flatMap((event) => {
    const row = written.get(event.entity_id)
    return row ? [{ event: { ...event, id: row.id, at }, concerned: row.concerned }] : []
  })
  await callListeners(tx, actor, happened)
  return stored.map(({ id }) => id)
}
