import type { EventKinds } from '../../../platform/events.ts'
import { oneLine, plainName } from '../../../platform/plain-text.ts'
import { calendarOf } from './calendar.ts'
import type { Content } from './layout.ts'
import { dateText } from '../rules.ts'

/** What letters about an agreement say; everything is plain text. */
export interface AgreementFacts {
  id: number
  release_id: number
  title: string
  namecomp: string
  releaseDate: string | null
  releaseTime: string | null
  remark: string
  cancel_reason: string
  version: number
}

/** The address the product is opened by, and who did what is told of. */
export interface Around {
  publicUrl: string
  /** ISO 8601. */
  at: string
  /** The installation's calendar day, `YYYY-MM-DD`. */
  day: string
  doer: string
}

/** One letter for one side: clients open the release, staff the agreement. */
export type ToldContent = (agreement: AgreementFacts, around: Around) => Content

export const facts = (agreement: AgreementFacts): Content['facts'] => [
  ['Релиз', oneLine(agreement.title)],
  ['Компания', plainName(agreement.namecomp)],
  ['Дата установки', dateText(agreement.releaseDate, agreement.releaseTime)],
]

export const forStaff = ({ id }: AgreementFacts, { publicUrl }: Around) => ({
  button: { text: 'Открыть согласование', href: `${publicUrl}/agreements/${id}` },
  footer:
    'Вы получили это письмо, потому что работаете над релизом или указаны получателем согласования в системе «Выпуск».',
})

export const forClient = ({ release_id }: AgreementFacts, { publicUrl }: Around, text: string) => ({
  button: { text, href: `${publicUrl}/releases/${release_id}` },
  footer: 'Вы получили это письмо, потому что указаны получателем согласования в системе «Выпуск».',
})

export const about = (agreement: AgreementFacts) =>
  `${oneLine(agreement.title)} – ${oneLine(plainName(agreement.namecomp))}`
export const when = ({ releaseDate, releaseTime }: AgreementFacts) => dateText(releaseDate, releaseTime)

export const createdForStaff: ToldContent = (agreement, around) => ({
  subject: `Создано согласование: ${about(agreement)}`,
  heading: 'Создано согласование',
  paragraphs: [`${around.doer} готовит согласование даты установки. Клиенту оно ещё не отправлено.`],
  facts: facts(agreement),
  ...forStaff(agreement, around),
})

/** The button leads to the question itself: every addressee has a link of their own. */
export const forAnswer = (agreement: AgreementFacts, around: Around, token: string) => ({
  ...forClient(agreement, around, ''),
  button: { text: 'Согласовать дату', href: `${around.publicUrl}/approve/${token}` },
})

export const sentForClient = (agreement: AgreementFacts, around: Around, token: string): Content => ({
  subject: `Согласуйте дату установки ${when(agreement)}: ${oneLine(agreement.title)}`,
  heading: 'Согласуйте дату установки релиза',
  paragraphs: [
    `${around.doer} просит подтвердить дату установки релиза.`,
    'Ответить можно по кнопке, без входа в систему: согласиться или написать замечание. Кнопка именная и действует один раз, поэтому не пересылайте письмо.',
  ],
  facts: facts(agreement),
  ...forAnswer(agreement, around, token),
})

export const sentForStaff: ToldContent = (agreement, around) => ({
  subject: `Отправлено клиенту: ${about(agreement)}, ${when(agreement)}`,
  heading: 'Дата отправлена клиенту на согласование',
  paragraphs: [`Дату подтвердил сотрудник ${around.doer}. Теперь слово за клиентом.`],
  facts: facts(agreement),
  ...forStaff(agreement, around),
})

type Approved = EventKinds['agreement.approved']

export const approvedForStaff =
  ({ on_behalf, note }: Approved): ToldContent =>
  (agreement, around) => ({
    subject: `Согласовано: ${about(agreement)}, ${when(agreement)}`,
    heading: 'Клиент согласовал дату установки',
    paragraphs: on_behalf
      ? [`Согласование за клиента отметил сотрудник ${around.doer}.`, `Основание: ${note}`]
      : [`Дату согласовал представитель клиента ${around.doer}.`],
    facts: facts(agreement),
    ...forStaff(agreement, around),
  })

export const approvedForClient =
  ({ note }: Approved): ToldContent =>
  (agreement, around) => ({
    subject: `Отмечено согласование даты ${when(agreement)}: ${oneLine(agreement.title)}`,
    heading: 'Дата отмечена как согласованная вами',
    paragraphs: [
      `${around.doer} отмечает, что ваша компания согласовала дату установки.`,
      `Основание: ${note}`,
      'Если это не так, напишите замечание на странице релиза.',
    ],
    facts: facts(agreement),
    ...forClient(agreement, around, 'Открыть релиз'),
  })

type Moved = EventKinds['agreement.moved']

export const movedFacts = (agreement: AgreementFacts, { from }: Moved): Content['facts'] => [
  ['Релиз', oneLine(agreement.title)],
  ['Компания', plainName(agreement.namecomp)],
  ['Было', dateText(from.releaseDate, from.releaseTime)],
  ['Стало', dateText(agreement.releaseDate, agreement.releaseTime)],
  ['Причина', agreement.cancel_reason],
]

const moved =
  (data: Moved, side: (agreement: AgreementFacts, around: Around) => Pick<Content, 'button' | 'footer'>): ToldContent =>
  (agreement, around) => ({
    subject: `Перенос установки на ${when(agreement)}: ${about(agreement)}`,
    heading: 'Дата установки релиза перенесена',
    paragraphs: [
      `Дату перенёс сотрудник ${around.doer}. Прежнее согласование снято: новую дату отправят на согласование ещё раз.`,
    ],
    facts: movedFacts(agreement, data),
    ...side(agreement, around),
  })

export const movedForStaff = (data: Moved) => moved(data, forStaff)
export const movedForClient = (data: Moved) =>
  moved(data, (agreement, around) => forClient(agreement, around, 'Открыть релиз'))

export const remarkedForStaff: ToldContent = (agreement, around) => ({
  subject: `Замечание: ${about(agreement)}`,
  heading: 'Клиент оставил замечание',
  paragraphs: [`${around.doer} пишет:`, agreement.remark],
  facts: facts(agreement),
  ...forStaff(agreement, around),
})

/** The date as a calendar file; null while there is none. */
export function calendarFor(agreement: AgreementFacts, { publicUrl, at }: Around, confirmed: boolean): string | null {
  const { id, release_id, releaseDate, releaseTime, version } = agreement
  if (!releaseDate) return null
  return calendarOf({
    uid: `agreement-${id}@${new URL(publicUrl).hostname}`,
    sequence: version,
    summary: `Установка релиза: ${about(agreement)}`,
    url: `${publicUrl}/releases/${release_id}`,
    releaseDate,
    releaseTime,
    confirmed,
    at,
  })
}
