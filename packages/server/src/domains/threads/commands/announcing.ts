import type { Actor } from '../../../platform/call.ts'
import { emit, type EventKind, type EventKinds } from '../../../platform/events.ts'
import { recordChanges, type Via } from '../../../platform/history.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { insteadInWords } from '../../calendars/port.ts'
import { awayFor } from '../queries/people.ts'
import { titles, type SubjectId } from '../rules.ts'
import '../events.ts'

/** The fields of a thread recorded in its history. Fields that are left out have not changed. */
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

/**
 * The colleague that the person answers for as a substitute in a thread about an agreement; empty when they act for
 * themselves.
 */
async function insteadOf(tx: Transaction, thread_id: number, { id, isRivc }: Actor['person']): Promise<string> {
  if (isRivc || id === 0) return ''
  const rows = await awayFor.all(tx, { thread_id, user_id: id })
  return rows.length > 0 ? insteadInWords(rows.map(({ name }) => name).join(', ')) : ''
}

/** Records a change of a thread in its history. */
export async function record(tx: Transaction, actor: Actor, { thread_id, ...change }: Change) {
  const note = await insteadOf(tx, thread_id, actor.person)
  const thread = { entity: 'thread' as const, entity_id: thread_id, titles, ...change }
  return recordChanges<Recorded>(tx, actor, note ? { ...thread, note } : thread)
}

type ThreadEvent = EventKind & `thread.${string}`

/** Emits an event to everybody who may see what the thread is about, or to staff only. @returns the event's id */
export const announce = <Kind extends ThreadEvent>(
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
