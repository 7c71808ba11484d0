import { decodeName, zoneWords } from '@vypusk/contract'
import type { EventKinds } from '../../../platform/events.ts'
import { oneLine, plannedInWords, type Planned } from '../../../platform/text/plain-text.ts'
import { agreementHref, type AgreementPlace } from '../../access/port.ts'
import type { Content } from './layout.ts'
import type { LetterContent } from './register.ts'

/** The facts in letters about an agreement; all of them are plain text. */
export interface AgreementFacts extends AgreementPlace {
  title: string
  namecomp: string
  releaseDate: string | null
  releaseTime: string | null
  /** The company's own time zone; null if it has none. */
  company_zone?: string | null
  cancel_reason: string
  calendar_sequence: number
  /** The client has answered with an offer or a remark that staff have not answered yet (`isProviderTurn`). */
  provider_turn?: boolean
  /** Another date offered by the client, which this ends. */
  offered?: Planned
}

/** The address of the product, and the moment and author of what is reported. */
export interface Around {
  publicUrl: string
  /** ISO 8601. */
  at: string
  /** The installation's calendar day, `YYYY-MM-DD`. */
  day: string
  actor: string
}

/** The context of a letter that is being sent. */
export interface LetterContext extends Around {
  /** The sender of letters: «Выпуск <vypusk@example.ru>», or only the address. */
  mailFrom: string
  /** See `Addresses`. */
  calendarHost: string
}

/** A letter for one side. */
export type NoticeContent = (agreement: AgreementFacts, around: Around) => LetterContent

/** A question to one addressee: what it is about, who asks, and the link for their answer. */
export interface Asking {
  token: string
  /** The person who asks, and how to reach them. */
  asker: { name: string; email: string | null }
  /** The last day for an answer, `YYYY-MM-DD`; null if there is none. */
  answer_by: string | null
  /** The company's own requests in the release, as many as a letter names, and how many there are in total. */
  requests: { id: number; e_title: string }[]
  total: number
}

/** A letter that its addressee answers by its buttons. */
export type QuestionContent = (agreement: AgreementFacts, around: Around, asking: Asking) => LetterContent

export const facts = (agreement: AgreementFacts): Content['facts'] => [
  ['Релиз', oneLine(agreement.title)],
  ['Компания', decodeName(agreement.namecomp)],
  ['Дата установки', plannedInWords(agreement)],
]

export const forStaff = (agreement: AgreementFacts, { publicUrl }: Around) => ({
  href: `${publicUrl}${agreementHref(agreement, true)}`,
  footer:
    'Вы получили это письмо, потому что работаете над релизом или указаны получателем согласования в системе «Выпуск».',
})

export const forClient = (agreement: AgreementFacts, { publicUrl }: Around) => ({
  href: `${publicUrl}${agreementHref(agreement, false)}`,
  footer: 'Вы получили это письмо, потому что указаны получателем согласования в системе «Выпуск».',
})

const contact = ({ name, email }: Asking['asker']) => (email ? `${name}, ${email}` : name)

const more = ({ requests, total }: Asking) => (total > requests.length ? `и ещё ${total - requests.length}` : '')

/** As on the screens: the date may be agreed to, but staff have to answer first. */
const providersTurn = ({ provider_turn }: AgreementFacts): Content['facts'] =>
  provider_turn ? [['Ждёт ответа поставщика', 'ваше замечание или другая дата. Согласовать можно и сейчас']] : []

/** Who asks, until when, what for, and three ways to answer: every addressee has a link of their own. */
export const forAnswer = (agreement: AgreementFacts, around: Around, asking: Asking) => {
  const { token, asker, answer_by, requests } = asking
  const href = `${around.publicUrl}/approve/${token}`
  const titled = requests.map(({ id, e_title }) => `№ ${id} ${oneLine(e_title)}`)
  return {
    ...forClient(agreement, around),
    facts: [
      ...facts(agreement),
      ...(answer_by ? [['Ответ ждут до', zoneWords.dayWithWeekday(answer_by)] satisfies Content['facts'][number]] : []),
      ['Спрашивает', contact(asker)],
      ...providersTurn(agreement),
    ] satisfies Content['facts'],
    ...(titled.length > 0 ? { list: { title: 'Что изменится у вас', items: titled, more: more(asking) } } : {}),
    href: `${href}?act=agree`,
    secondary: [
      { text: 'Другая дата', href: `${href}?act=offer` },
      { text: 'Есть замечание', href: `${href}?act=remark` },
    ],
  }
}

/** The placeholders that letters with a question have beside those of the date. */
export const askingValues = ({ releaseDate }: AgreementFacts, { asker, answer_by }: Asking) => ({
  срок: answer_by || releaseDate ? zoneWords.dayWithWeekday(answer_by ?? releaseDate ?? '') : 'даты установки',
  спрашивает: asker.name,
  почта: asker.email ?? '',
})

/** The placeholders of every letter about a date. */
export const agreementValues = (agreement: AgreementFacts) => ({
  релиз: oneLine(agreement.title),
  компания: oneLine(decodeName(agreement.namecomp)),
  дата: plannedInWords(agreement),
})

export const values = (agreement: AgreementFacts, { actor }: Around) => ({ ...agreementValues(agreement), кто: actor })

export const createdForStaff: NoticeContent = (agreement, around) => ({
  template: 'created_staff',
  values: values(agreement, around),
  facts: facts(agreement),
  ...forStaff(agreement, around),
})

export const sentForClient: QuestionContent = (agreement, around, asking) => ({
  template: 'sent_client',
  values: { ...values(agreement, around), ...askingValues(agreement, asking) },
  ...forAnswer(agreement, around, asking),
})

export const sentForStaff: NoticeContent = (agreement, around) => ({
  template: 'sent_staff',
  values: values(agreement, around),
  facts: facts(agreement),
  ...forStaff(agreement, around),
})

type Approved = EventKinds['agreement.approved']

export const approvedForStaff =
  ({ on_behalf, note }: Approved): NoticeContent =>
  (agreement, around) => {
    const rest = { facts: facts(agreement), ...forStaff(agreement, around) }
    const letterValues = values(agreement, around)
    return on_behalf
      ? { template: 'approved_for_client_staff', values: { ...letterValues, основание: note }, ...rest }
      : { template: 'approved_staff', values: letterValues, ...rest }
  }

export const approvedForClient =
  ({ note }: Approved): NoticeContent =>
  (agreement, around) => ({
    template: 'approved_for_client',
    values: { ...values(agreement, around), основание: note },
    facts: [...facts(agreement), ...lapsed(agreement)],
    ...forClient(agreement, around),
  })

type Moved = EventKinds['agreement.moved']

/** A lapsed offer is mentioned beside the reason that the client reads. */
const lapsed = ({ offered, company_zone }: AgreementFacts): Content['facts'] =>
  offered ? [['Вы предлагали', `${plannedInWords({ ...offered, company_zone })}: больше не рассматривается`]] : []

export const movedFacts = (agreement: AgreementFacts, { from }: Pick<Moved, 'from'>): Content['facts'] => [
  ['Релиз', oneLine(agreement.title)],
  ['Компания', decodeName(agreement.namecomp)],
  ['Было', plannedInWords({ ...from, company_zone: agreement.company_zone })],
  ['Стало', plannedInWords(agreement)],
  ['Причина', agreement.cancel_reason],
  ...lapsed(agreement),
]

export const movedForStaff =
  (data: Moved): NoticeContent =>
  (agreement, around) => ({
    template: 'moved_staff',
    values: values(agreement, around),
    facts: movedFacts(agreement, data),
    ...forStaff(agreement, around),
  })

export const movedForClient =
  (data: Moved): NoticeContent =>
  (agreement, around) => ({
    template: 'moved_client',
    values: values(agreement, around),
    facts: movedFacts(agreement, data),
    ...forClient(agreement, around),
  })

/** The new date and the question about it in one letter. */
export const movedAsking =
  (data: Moved): QuestionContent =>
  (agreement, around, asking) => {
    const rest = forAnswer(agreement, around, asking)
    return {
      template: 'moved_asking',
      values: { ...values(agreement, around), ...askingValues(agreement, asking) },
      ...rest,
      facts: [...movedFacts(agreement, data), ...rest.facts.slice(facts(agreement).length)],
    }
  }

export interface Withdrawn extends Pick<EventKinds['agreement.withdrawn'], 'said' | 'said_to_staff' | 'reason'> {
  /** What has been undone of it by the time the letter leaves. */
  since?: string | null
}

/** What happened and why is among the facts, where no changed wording can leave it out. */
const withdrawnFacts = (agreement: AgreementFacts, { said, reason, since = null }: Withdrawn): Content['facts'] => [
  ...facts(agreement),
  ['Что произошло', said],
  ['Причина', reason || 'не указана'],
  ...(since === null ? [] : [['С тех пор', since] satisfies Content['facts'][number]]),
  ...lapsed(agreement),
]

/** The release may be hidden from the reader by now, so the button leads to the start page. */
const forBeginning = ({ publicUrl }: Around) => ({ href: `${publicUrl}/` })

export const withdrawnForClient =
  (data: Withdrawn): NoticeContent =>
  (agreement, around) => ({
    template: 'deleted_client',
    values: values(agreement, around),
    facts: withdrawnFacts(agreement, data),
    ...forClient(agreement, around),
    ...forBeginning(around),
  })

/** The same for somebody who has been asked about the release by another agreement since, for the date `next`. */
export const replacedForClient =
  (data: Withdrawn, next: Planned): NoticeContent =>
  (agreement, around) => ({
    ...withdrawnForClient(data)(agreement, around),
    template: 'replaced_client',
    values: values(agreement, around),
    facts: [...withdrawnFacts(agreement, data), ['Теперь спрашивают о дате', plannedInWords(next)]],
  })

export const withdrawnForStaff =
  (data: Withdrawn): NoticeContent =>
  (agreement, around) => ({
    template: 'deleted_staff',
    values: values(agreement, around),
    facts: withdrawnFacts(agreement, { ...data, said: data.said_to_staff ?? data.said }),
    ...forStaff(agreement, around),
    ...forBeginning(around),
  })

type CalledOff = Pick<EventKinds['agreement.called_off'], 'said' | 'reason'>

/** A reason is not always given, because nobody is asked for one when a release is closed. */
const calledOffFacts = (agreement: AgreementFacts, { said, reason }: CalledOff): Content['facts'] => [
  ...facts(agreement),
  ['Что произошло', said],
  ...(reason ? [['Причина', reason] satisfies Content['facts'][number]] : []),
]

/** The letters that tell of a closed or reopened release are made in the same way. */
const closingLetter =
  (template: 'called_off_client' | 'called_off_staff' | 'resumed_client' | 'resumed_staff', side: typeof forClient) =>
  (data: CalledOff): NoticeContent =>
  (agreement, around) => ({
    template,
    values: values(agreement, around),
    facts: calledOffFacts(agreement, data),
    ...side(agreement, around),
  })

export const calledOffForClient = closingLetter('called_off_client', forClient)
export const calledOffForStaff = closingLetter('called_off_staff', forStaff)
export const resumedForClient = closingLetter('resumed_client', forClient)
export const resumedForStaff = closingLetter('resumed_staff', forStaff)
