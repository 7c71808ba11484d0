import type { Actor } from '../../../platform/call.ts'
import { emit, type EventKind, type EventKinds } from '../../../platform/events.ts'
import { recordChanges, type Via } from '../../../platform/history.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { titles, type SubjectId } from '../rules.ts'
import '../events.ts'

/** What of a thread its history keeps; what is left out has not changed. */
export interface Recorded {
  text?: string
  internal?: string
  state?: string
  reason?: string
  owner?: string
  due?: string | null
  blocks?: boolean
}

interface Change {
  thread_id: number
  before: Recorded | null
  after: Recorded
  via: Via
}

/** Keeps what became of a thread. */
export const record = (tx: Transaction, actor: Actor, { thread_id, before, after, via }: Change) =>
  recordChanges<Recorded>(tx, actor, { entity: 'thread', entity_id: thread_id, titles, before, after, via })

type ThreadEvent = EventKind & `thread.${string}`

/** Says what happened, to everybody who may know of what the thread is about, or to staff alone. @returns the event's id */
export const tell = <Kind extends ThreadEvent>(
  tx: Transaction,
  actor: Parameters<typeof emit>[1],
  about: SubjectId & { idcomp: number },
  { kind, data, isInternal = false }: { kind: Kind; data: EventKinds[Kind]; isInternal?: boolean },
): Promise<number> =>
  emit(tx, actor, {
    kind,
    entity: about.entity,
    entity_id: about.entity_id,
    companies: isInternal ? [] : [about.idcomp],
    data,
  })
