import { approve } from '@vypusk/contract'
import type { Answer } from '../../../platform/ability.ts'
import { dayInWords, plannedInWords, type Planned } from '../../../platform/plain-text.ts'
import type { RefusalSpec } from '../../../platform/refusal.ts'

/** Links of letters: what each still does, and what is said of one that has ended. */

/** What is known of a letter's link; days are the installation's. */
export interface LinkStanding {
  /** When it was used, for what, and in whose name. */
  used: { on: string; answer: approve.AnswerKind | null; by: string } | null
  revoked_at: string | null
  expires_at: string
  expires_on: string
  /** The addressee is still asked: a living person of the company among the recipients or named for when they keep silent, or an extra address. */
  is_asked: boolean
  /** The day the agreement was deleted or withdrawn; null while it stands. */
  deleted_on: string | null
  /** The date as it stands now, and the day it was sent to the client; null while it is not. */
  planned: Planned
  sent_on: string | null
}

const SAID: Record<approve.AnswerKind, string> = {
  agree: 'согласовано',
  remark: 'отправлено замечание',
  offer: 'предложена другая дата',
}

/** «согласовано 12.03.2026, И. Петров». */
const answerInWords = ({ answer, on, by }: NonNullable<LinkStanding['used']>) =>
  `${answer ? SAID[answer] : 'ответ получен'} ${dayInWords(on)}, ${by}`

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

/** Why a link that was taken back answers nothing: the date is another one, or nobody asks about it. */
function takenBack({ planned, sent_on }: LinkStanding): RefusalSpec {
  const moved = `Дату перенесли на ${plannedInWords(planned)}, и эта ссылка больше не действует`
  return gone(
    sent_on
      ? `${moved}. О новой дате спрашивает письмо от ${dayInWords(sent_on)}: ответьте по его кнопке`
      : `${moved}. О новой дате придёт другое письмо`,
  )
}

/**
 * Whether a link may be opened. One that was used still reads.
 * @param now ISO 8601
 */
export function mayOpen(link: LinkStanding, now: string): Answer {
  if (!link.is_asked) return gone('Ссылка больше не действует: этот адрес убрали из получателей согласования')
  if (link.deleted_on !== null) {
    return gone(`Согласование снято ${dayInWords(link.deleted_on)}: отвечать на это письмо больше не нужно`)
  }
  if (link.revoked_at) return takenBack(link)
  if (link.expires_at > now) return true
  return link.used
    ? mayAnswer(link)
    : gone(`Срок действия ссылки истёк ${dayInWords(link.expires_on)}. Попросите прислать новое письмо`)
}

/** Whether a link that may be opened may be answered by as well: it answers once. */
export const mayAnswer = ({ used }: LinkStanding): Answer =>
  used ? gone(`По этой ссылке уже ответили: ${answerInWords(used)}`) : true
