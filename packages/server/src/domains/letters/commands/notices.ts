import { momentOf } from '../../../platform/clock.ts'
import type { EventActor, WrittenEvent } from '../../../platform/events.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { digestContent, noticeContent, type DigestFacts, type NoticeFacts } from '../templates/notice-letters.ts'
import { companyOfSeveral } from '../queries.ts'
import { keepNotice } from '../store.ts'
import { aroundOf, write } from './write.ts'

/** Kept under the person, not under the thing: it is beside the letters the work itself sends. */
export interface Addressed {
  user_id: number
  to: string
}

/** Tells one person of one event at once. */
export const writeNotice = (
  tx: Transaction,
  actor: EventActor,
  event: WrittenEvent,
  { user_id, to, ...facts }: Addressed & NoticeFacts,
): Promise<void> => {
  const content = async () =>
    noticeContent({ ...facts, company: await companyOfSeveral(tx, user_id) }, aroundOf(actor, event))
  const cause = { ...event, entity: 'notice', entity_id: user_id }
  return write(tx, actor, cause, [{ content, ics: null, targets: [to] }])
}

/** The same, by one letter with what follows where the event's own letter is held. */
export async function writeOrKeepNotice(
  tx: Transaction,
  actor: EventActor,
  event: WrittenEvent,
  notice: Addressed & NoticeFacts,
): Promise<void> {
  if (!(await keepNotice(tx, event.id, notice))) await writeNotice(tx, actor, event, notice)
}

/**
 * Tells one person of a day.
 * @param event_id the newest event it tells of
 */
export const writeDigest = (
  tx: Transaction,
  actor: EventActor,
  event_id: number,
  { user_id, to, ...facts }: Addressed & DigestFacts,
): Promise<void> => {
  const at = momentOf(actor.deps.clock)
  return write(tx, actor, { id: event_id, at, kind: 'notices.digest', entity: 'notice', entity_id: user_id }, [
    {
      content: async () =>
        digestContent({ ...facts, company: await companyOfSeveral(tx, user_id) }, aroundOf(actor, { at })),
      ics: null,
      targets: [to],
    },
  ])
}
