import { approve, asSentence } from '@vypusk/contract'
import type { Answer } from '../../../platform/ability.ts'
import { dayInWords, plannedInWords, type Planned } from '../../../platform/text/plain-text.ts'
import type { RefusalSpec } from '../../../platform/refusal.ts'
import type { AgreementState } from '../policy.ts'
import { CHANGE_NAMES, saidToCompany, type Change } from './consequences.ts'

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
  /** The letter went to an address that the person no longer has. */
  is_readdressed: boolean
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
  const changeName = change !== null && isChange(change) && !NAMED_IN_SENTENCE.has(change) ? saidToCompany(change) : ''
  const why = changeName ? `: ${changeName.charAt(0).toLowerCase()}${changeName.slice(1)}` : ''
  const done = change === 'agreement_deleted' ? 'удалено' : 'снято'
  return `Согласование ${done} ${dayInWords(on)}${why}.${reason ? ` Причина: ${asSentence(reason)}` : ''} Отвечать на это письмо больше не нужно`
}

/** Explains why a link can no longer be read; null while it can. */
function endOf(link: LinkState, now: string): string | null {
  const { is_asked, is_readdressed, withdrawn, revoked_at, expires_at, expires_on } = link
  if (!is_asked) return 'Ссылка больше не действует: этот адрес убрали из получателей согласования'
  if (is_readdressed) return 'Ссылка больше не действует: адрес, на который пришло это письмо, с тех пор изменили'
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

/** Why a letter with a link is not sent any more. */
export interface Stopped {
  reason: string
  /** There is nothing left to say, so nobody has to act. */
  isNeedless: boolean
}

/** A letter that waited, and the present state of its agreement. */
interface WaitingLetter {
  target: string
  /** It asks for an answer to the date; other letters with a link tell of a remark or of a build. */
  asks: boolean
  /** Undefined when the company may not know of the agreement any more. */
  state: Pick<AgreementState, 'by_client' | 'published' | 'called_off' | 'date_passed'> | undefined
  /** ISO 8601 */
  now: string
}

const needless = (reason: string): Stopped => ({ reason, isNeedless: true })

/** Why the question of a letter is no longer asked, or not by this letter; null while it is. */
function endOfQuestion(
  { used, revoked_at, expires_at }: LinkState,
  state: NonNullable<WaitingLetter['state']>,
  now: string,
): string | null {
  if (revoked_at) return 'Дату перенесли до того, как письмо ушло'
  if (state.by_client) return 'Дата уже согласована'
  if (used) return 'По ссылке этого письма уже ответили'
  if (state.published) return 'Релиз уже опубликован для компании'
  return state.date_passed || expires_at <= now ? 'Дата прошла до того, как письмо ушло' : null
}

/**
 * Why a letter with a link is not sent any more; null if it may go. One that asks goes only while its own link can still
 * answer, any other one while its addressee is still asked.
 */
export function whyNotSent(
  link: LinkState & { person: { id: number; email: string | null } },
  { target, asks, state, now }: WaitingLetter,
): Stopped | null {
  const { withdrawn, is_asked, person } = link
  if (withdrawn || !state || state.called_off) return needless('Согласование сняли до того, как письмо ушло')
  if (!is_asked) return needless('Адрес убрали из получателей согласования')
  const ended = asks ? endOfQuestion(link, state, now) : null
  if (ended !== null) return needless(ended)
  const isTheirs = person.id === 0 || person.email?.toLowerCase() === target.toLowerCase()
  return isTheirs ? null : { reason: 'У человека теперь другой адрес: отправьте ему новое письмо', isNeedless: false }
}
