import { approve } from '@vypusk/contract'
import type { Answer } from '../../../platform/ability.ts'
import { dayInWords, plannedInWords, type Planned } from '../../../platform/plain-text.ts'
import type { RefusalSpec } from '../../../platform/refusal.ts'
import { CHANGE_NAMES, type Change } from './consequences.ts'

/** Links of letters: what each still does, and what is said of one that has ended. */

/** What is known of a letter's link; days are the installation's. */
export interface LinkState {
  /** When it was used, for what, and in whose name. */
  used: { on: string; answer: approve.AnswerKind | null; by: string } | null
  revoked_at: string | null
  expires_at: string
  expires_on: string
  /** The addressee is still asked: a living person of the company among the recipients or named for when they keep silent, or an extra address. */
  is_asked: boolean
  /** The day the agreement was deleted or withdrawn, by what and why; null while it stands. */
  withdrawn: { on: string; change: string | null; reason: string } | null
  /** The date as it stands now, and the day it was sent to the client; null while it is not. */
  planned: Planned
  sent_on: string | null
}

const SAID: Record<approve.AnswerKind, string> = {
  agree: 'согласовано',
  remark: 'отправлено замечание',
  offer: 'предложена другая дата',
}

/** «По этой ссылке уже ответили: согласовано 12.03.2026, И. Петров». */
const answeredInWords = ({ answer, on, by }: NonNullable<LinkState['used']>) =>
  `По этой ссылке уже ответили: ${answer ? SAID[answer] : 'ответ получен'} ${dayInWords(on)}, ${by}`

const TOKEN = /^[\w-]{43}/

/** The secret in what was opened: mail programs take the sign after a link for a part of it. */
export const tokenIn = (opened: string): string | undefined => {
  const [token] = TOKEN.exec(opened) ?? []
  return token !== undefined && /^(?![\w-])/.test(opened.slice(token.length)) ? token : undefined
}

export const cutLink: RefusalSpec = [
  404,
  'Ссылка скопирована не целиком: конец её потерялся. Откройте письмо и нажмите на кнопку, или скопируйте ссылку ещё раз',
]
export const unknownLink: RefusalSpec = [
  404,
  'Такой ссылки нет: возможно, в ней изменился знак. Откройте письмо и нажмите на кнопку',
]
/** No token at all is as long as this one. */
export const isCut = (opened: string): boolean => opened.length < approve.TOKEN_LENGTH

const gone = (sentence: string): RefusalSpec => [410, sentence]

/** Why a link that was taken back answers nothing: the date is another one. */
function takenBack({ planned, sent_on }: LinkState): string {
  const moved = `Дату перенесли на ${plannedInWords(planned)}, и эта ссылка больше не действует`
  return sent_on
    ? `${moved}. О новой дате спрашивает письмо от ${dayInWords(sent_on)}: ответьте по его кнопке`
    : `${moved}. О новой дате придёт другое письмо`
}

const isChange = (change: string): change is Change => Object.hasOwn(CHANGE_NAMES, change)

/** What the sentence itself says already. */
const SAID_BY_ITSELF: ReadonlySet<string> = new Set(['withdrawn_by_hand', 'agreement_deleted'])

/** «Согласование снято 06.03.2026: релиз отменён. Причина: …. Отвечать на это письмо больше не нужно». */
function withdrawnInWords({ on, change, reason }: NonNullable<LinkState['withdrawn']>): string {
  const changeName = change !== null && isChange(change) && !SAID_BY_ITSELF.has(change) ? CHANGE_NAMES[change] : ''
  const why = changeName ? `: ${changeName.charAt(0).toLowerCase()}${changeName.slice(1)}` : ''
  const done = change === 'agreement_deleted' ? 'удалено' : 'снято'
  return `Согласование ${done} ${dayInWords(on)}${why}${reason ? `. Причина: ${reason}` : ''}. Отвечать на это письмо больше не нужно`
}

/** Why a link reads no more; null while it does. */
function endOf(link: LinkState, now: string): string | null {
  const { is_asked, withdrawn, revoked_at, expires_at, expires_on } = link
  if (!is_asked) return 'Ссылка больше не действует: этот адрес убрали из получателей согласования'
  if (withdrawn !== null) return withdrawnInWords(withdrawn)
  if (revoked_at) return takenBack(link)
  if (expires_at > now) return null
  const expired = `Срок действия ссылки истёк ${dayInWords(expires_on)}`
  return link.used ? expired : `${expired}. Попросите прислать новое письмо`
}

/**
 * Whether a link may be opened. One that was used still reads, and whatever ends it says what was answered by it.
 * @param now ISO 8601
 */
export function mayOpen(link: LinkState, now: string): Answer {
  const end = endOf(link, now)
  if (end === null) return true
  return gone(link.used ? `${end}. ${answeredInWords(link.used)}` : end)
}

/** Whether a link that may be opened may be answered by as well: it answers once. */
export const mayAnswer = ({ used }: LinkState): Answer => (used ? gone(answeredInWords(used)) : true)
