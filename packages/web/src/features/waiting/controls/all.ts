import type { waiting } from '@vypusk/contract'
import { answered, fetched, question, trial, unread } from './client.tsx'
import type { Control } from './control.ts'
import { dateControl, dateAgainControl } from './date.tsx'
import { delivery, inTalk, nobody, offer, passed, remark, scope, send, urgent } from './staff.tsx'

/** How each kind is settled in place; null for kinds that are settled on their own page. */
export const controls: Record<waiting.Kind, Control | null> = {
  date: dateControl,
  scope_again: dateAgainControl,
  offer_answered: dateControl,
  remark_answered: answered,
  asked: question,
  trial,
  fetch: fetched,
  entry_unread: unread,
  send,
  offer,
  scope,
  remark,
  question: inTalk,
  passed,
  nobody,
  late_release: null,
  delivery,
  urgent,
  receipt: null,
}
