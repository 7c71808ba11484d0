import { momentOf } from '../../../platform/clock.ts'
import type { EventActor, WrittenEvent } from '../../../platform/events.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { digestContent, linesOf, noticeContent, type NoticeFacts } from '../templates/notice-letters.ts'
import { companiesOfSeveral, companyOfSeveral } from '../queries/letters.ts'
import { DAILY_LETTER, type Wanted } from '../rules.ts'
import { heldIfUndoable } from './holding/withdrawn.ts'
import { keepNotices } from '../store/letters.ts'
import { aroundOf, write, writeEach } from './write.ts'

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

/** What one person is told of an event by letter. */
interface NoticeLetter {
  event: WrittenEvent
  notice: Addressed & NoticeFacts & Wanted
}

/**
 * Notifies people of events of one act by letter: at once, or together with the events' own letters if those wait until
 * the act can no longer be undone.
 */
export async function writeNotices(tx: Transaction, actor: EventActor, all: NoticeLetter[]): Promise<void> {
  const [first] = all
  if (!first) return
  const held_until = heldIfUndoable(first.event)
  const companies = await companiesOfSeveral(
    tx,
    all.map(({ notice }) => notice.user_id),
  )
  const causes = all.map(({ event, notice }) => {
    const { user_id, to, idcomp, about_entity = event.entity, about_id = 0, kind, isDirect, ...facts } = notice
    const content = () => noticeContent({ ...facts, company: companies.get(user_id) ?? null }, aroundOf(actor, event))
    const agreement_id = held_until === null ? null : about_id
    const about = about_id === 0 ? {} : { about_entity, about_id }
    const source = { ...about, notice_kind: kind ?? null, is_direct: isDirect ?? null }
    const cause = { ...event, entity: 'notice', entity_id: user_id, agreement_id, source }
    return { event: cause, due: [{ content, ics: null, targets: [to], idcomp }] }
  })
  await writeEach(tx, actor, causes, held_until)
}

/**
 * The same for everybody who is notified of the events, but if an event's own letter is held, its notices are kept to be
 * sent in one letter with those that follow.
 */
export async function writeOrKeepNotices(tx: Transaction, actor: EventActor, all: NoticeLetter[]): Promise<void> {
  if (all.length === 0) return
  const kept = await keepNotices(tx, all)
  const others = all.filter(({ event }) => !kept.has(event.id))
  await writeNotices(tx, actor, others)
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
export const writeDigest = async (
  tx: Transaction,
  actor: EventActor,
  event_id: number,
  { user_id, to, idcomp, day, notices }: Addressed & Daily,
): Promise<void> => {
  const at = momentOf(actor.deps.clock)
  const source = { notice_ids: notices.map(({ id }) => id), day }
  const cause = { id: event_id, at, kind: DAILY_LETTER, entity: 'notice', entity_id: user_id, source }
  await write(tx, actor, cause, [
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
