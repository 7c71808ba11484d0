import { momentOf } from '../../../platform/clock.ts'
import type { EventActor, WrittenEvent } from '../../../platform/events.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { digestContent, linesOf, noticeContent, type NoticeFacts } from '../templates/notice-letters.ts'
import { companyOfSeveral } from '../queries/letters.ts'
import { DAILY_LETTER } from '../rules.ts'
import { keepNotices } from '../store.ts'
import { heldIfUndoable } from './withdrawn.ts'
import { aroundOf, write } from './write.ts'

/**
 * The addressee. The letter is stored under the person, not under the thing: it is sent beside the letters about the
 * work itself.
 */
export interface Addressed {
  user_id: number
  to: string
  /** Their company, which the letter is for; null for staff. */
  idcomp: number | null
  /** The thing it is about; left out in notices that the release before has kept. */
  about_entity?: string
  about_id?: number
}

/** What decides whether a person who stops following a thing, or turns letters off, still gets a notice that waits. */
export interface Wanted {
  /** As in the person's settings. */
  kind: string
  /** Asks something of them, whether they follow the thing or not. */
  isDirect: boolean
}

/**
 * Notifies one person of one event by letter: at once, or together with the event's own letters if those wait until it
 * can no longer be undone.
 */
export const writeNotice = (
  tx: Transaction,
  actor: EventActor,
  event: WrittenEvent,
  { user_id, to, idcomp, about_entity = event.entity, about_id = 0, ...facts }: Addressed & NoticeFacts,
): Promise<void> => {
  const content = async () =>
    noticeContent({ ...facts, company: await companyOfSeveral(tx, user_id) }, aroundOf(actor, event))
  const held_until = heldIfUndoable(event)
  const agreement_id = held_until === null ? null : about_id
  const source = about_id === 0 ? {} : { about_entity, about_id }
  const cause = { ...event, entity: 'notice', entity_id: user_id, agreement_id, source }
  return write(tx, actor, cause, [{ content, ics: null, targets: [to], idcomp }], held_until)
}

/**
 * The same for everybody who is notified of the event, but if the event's own letter is held, the notices are kept to be
 * sent in one letter with those that follow.
 */
export async function writeOrKeepNotices(
  tx: Transaction,
  actor: EventActor,
  event: WrittenEvent,
  notices: (Addressed & NoticeFacts & Wanted)[],
): Promise<void> {
  if (await keepNotices(tx, event, notices)) return
  for (const notice of notices) await writeNotice(tx, actor, event, notice)
}

/** The notices of a daily letter, newest first, and the day it is for. */
interface Daily {
  day: string
  notices: { id: number; title: string; text: string }[]
}

/**
 * Sends one person the daily letter.
 * @param event_id the newest event in it
 */
export const writeDigest = (
  tx: Transaction,
  actor: EventActor,
  event_id: number,
  { user_id, to, idcomp, day, notices }: Addressed & Daily,
): Promise<void> => {
  const at = momentOf(actor.deps.clock)
  const source = { notice_ids: notices.map(({ id }) => id), day }
  const cause = { id: event_id, at, kind: DAILY_LETTER, entity: 'notice', entity_id: user_id, source }
  return write(tx, actor, cause, [
    {
      content: async () => {
        const company = await companyOfSeveral(tx, user_id)
        return digestContent({ day, ...linesOf(notices), company }, aroundOf(actor, { at }))
      },
      ics: null,
      targets: [to],
      idcomp,
    },
  ])
}
