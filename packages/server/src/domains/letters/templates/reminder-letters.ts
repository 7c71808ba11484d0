import type { EventKinds } from '../../../platform/events.ts'
import { oneLine, plainName } from '../../../platform/plain-text.ts'
import {
  about,
  facts,
  forAnswer,
  forStaff,
  when,
  type AgreementFacts,
  type Around,
  type ToldContent,
} from './agreement-letters.ts'
import type { Content } from './layout.ts'

/** What letters say to a client that keeps silent, and to the staff who wait. */

type Stage = EventKinds['agreement.reminded']['stage']

const BY_BUTTON =
  'Ответить можно по кнопке, без входа в систему: согласиться, написать замечание или предложить другую дату. Кнопка именная и действует один раз, поэтому не пересылайте письмо.'

export const remindedForClient = (agreement: AgreementFacts, around: Around, token: string): Content => ({
  subject: `Напоминание: согласуйте дату установки ${when(agreement)}: ${oneLine(agreement.title)}`,
  heading: 'Дата установки релиза ждёт вашего ответа',
  paragraphs: ['Напоминаем: без вашего ответа дата установки остаётся несогласованной.', BY_BUTTON],
  facts: facts(agreement),
  ...forAnswer(agreement, around, token),
})

const AS = { deputy: 'заместитель ответственного', head: 'руководитель' } as const
const TO = { deputy: 'заместителю ответственного', head: 'руководителю' } as const

/** Who was asked and kept silent; a company may have nobody. */
const silent = (asked: string[]): Content['facts'] => (asked.length > 0 ? [['Не ответили', asked.join('\n')]] : [])

/** @param asked names and addresses of the recipients */
export const escalatedForClient =
  (stage: Exclude<Stage, 'recipients'>, asked: string[]) =>
  (agreement: AgreementFacts, around: Around, token: string): Content => ({
    subject: `Нужен ваш ответ: дата установки ${when(agreement)}: ${oneLine(agreement.title)}`,
    heading: 'Дата установки релиза ждёт ответа вашей компании',
    paragraphs: ['Ваши коллеги не ответили вовремя, поэтому спрашиваем вас.', BY_BUTTON],
    facts: [...facts(agreement), ...silent(asked)],
    ...forAnswer(agreement, around, token),
    footer: `Вы получили это письмо, потому что указаны в системе «Выпуск» как ${AS[stage]} по согласованиям.`,
  })

/** @param people the names of those who are asked now */
export const escalatedForStaff =
  (stage: Exclude<Stage, 'recipients'>, people: string[]): ToldContent =>
  (agreement, around) => ({
    subject: `Клиент не отвечает: ${about(agreement)}, ${when(agreement)}`,
    heading: 'Клиент не отвечает',
    paragraphs: [
      `${plainName(agreement.namecomp)} не отвечает на вопрос о дате установки. Письмо отправлено ${TO[stage]}: ${people.join(', ')}.`,
    ],
    facts: facts(agreement),
    ...forStaff(agreement, around),
  })
