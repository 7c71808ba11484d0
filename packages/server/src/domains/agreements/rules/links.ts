import { approve } from '@vypusk/contract'
import type { Answer } from '../../../platform/ability.ts'
import { dayInWords, plannedInWords, type Planned } from '../../../platform/plain-text.ts'
import type { RefusalSpec } from '../../../platform/refusal.ts'
import { CHANGE_NAMES, type Change } from './consequences.ts'

/** Rules for links in letters: what each link still allows, and what its reader sees when it has ended. */

/** The state of a letter's link; days are in the installation's time zone. */
export interface LinkState {
  /** When the link was used, with which answer, and in whose name. */
  used: { on: string; answer: approve.AnswerKind | null; by: string } | null
  revoked_at: string | null
  expires_at: string
  expires_on: string
  /**
   * The addressee is still to be asked: either an active person of the company who is a recipient, or is named for the
   * case that the recipients keep silent, or an extra address.
   */
  is_asked: boolean
  /** The day the agreement was deleted or withdrawn, by which change and why; null while it is in force. */
  withdrawn: { on: string; change: string | null; reason: string } | null
  /** The present date, and the day it was sent to the client; null while it has not been sent. */
  planned: Planned
  sent_on: string | null
}

const ANSWER_NAMES: Record<approve.AnswerKind, string> = {
  agree: 'согласовано',
  remark: 'отправлено замечание',
  offer: 'предложена другая дата',
}

/** «По этой ссылке уже ответили: согласовано 12.03.2026, И. Петров». */
const answeredInWords = ({ answer, on, by }: NonNullable<LinkState['used']>) =>
  `По этой ссылке уже ответили: ${answer ? ANSWER_NAMES[answer] : 'ответ получен'} ${dayInWords(on)}, ${by}`

const TOKEN = /^[\w-]{43}/

/** Finds the secret in what was opened: mail programs include the punctuation after a link in the link. */
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
/** Checks whether the link was cut off: every token has this length. */
export const isCut = (opened: string): boolean => opened.length < approve.TOKEN_LENGTH

const gone = (sentence: string): RefusalSpec => [410, sentence]

/** Explains why a revoked link does not work: the date was moved. */
function takenBack({ planned, sent_on }: LinkState): string {
  const moved = `Дату перенесли на ${plannedInWords(planned)}, и эта ссылка больше не действует`
  return sent_on
    ? `${moved}. О новой дате спрашивает письмо от ${dayInWords(sent_on)}: ответьте по его кнопке`
    : `${moved}. О новой дате придёт другое письмо`
}

const isChange = (change: string): change is Change => Object.hasOwn(CHANGE_NAMES, change)

/** Changes that the sentence already names. */
const NAMED_IN_SENTENCE: ReadonlySet<string> = new Set(['withdrawn_by_hand', 'agreement_deleted'])

/** «Согласование снято 06.03.2026: релиз отменён. Причина: …. Отвечать на это письмо больше не нужно». */
function withdrawnInWords({ on, change, reason }: NonNullable<LinkState['withdrawn']>): string {
  const changeName = change !== null && isChange(change) && !NAMED_IN_SENTENCE.has(change) ? CHANGE_NAMES[change] : ''
  const why = changeName ? `: ${changeName.charAt(0).toLowerCase()}${changeName.slice(1)}` : ''
  const done = change === 'agreement_deleted' ? 'удалено' : 'снято'
  return `Согласование ${done} ${dayInWords(on)}${why}${reason ? `. Причина: ${reason}` : ''}. Отвечать на это письмо больше не нужно`
}

/** Explains why a link can no longer be read; null while it can. */
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
 * Checks whether a link may be opened. A used link can still be read, and once it has ended the refusal also says which
 * answer was given by it.
 * @param now ISO 8601
 */
export function mayOpen(link: LinkState, now: string): Answer {
  const end = endOf(link, now)
  if (end === null) return true
  return gone(link.used ? `${end}. ${answeredInWords(link.used)}` : end)
}

/** Checks whether a link that may be opened may also be used to answer, which is possible once. */
export const mayAnswer = ({ used }: LinkState): Answer => (used ? gone(answeredInWords(used)) : true)
