import type { EventKinds } from '../../../platform/events.ts'
import {
  agreementValues,
  askingValues,
  facts,
  forAnswer,
  forStaff,
  type QuestionContent,
  type NoticeContent,
} from './agreement-letters.ts'
import type { Content } from './layout.ts'

/** Letters to a client that does not answer, and to the staff who wait. */

type Superior = Exclude<EventKinds['agreement.reminded']['stage'], 'recipients' | 'team'>

export const remindedForClient: QuestionContent = (agreement, around, asking) => ({
  template: 'reminded_client',
  values: { ...agreementValues(agreement), ...askingValues(agreement, asking) },
  ...forAnswer(agreement, around, asking),
})

const AS = { deputy: 'заместитель ответственного', head: 'руководитель' } as const
const TO = { deputy: 'заместителю ответственного', head: 'руководителю' } as const

/** The people who were asked and did not answer; may be empty. */
const silent = (names: string[]): Content['facts'] => (names.length > 0 ? [['Не ответили', names.join('\n')]] : [])

/** @param names of the recipients with an account: extra addresses are visible to staff only */
export const escalatedForClient =
  (stage: Superior, names: string[]): QuestionContent =>
  (agreement, around, asking) => {
    const rest = forAnswer(agreement, around, asking)
    return {
      template: 'escalated_client',
      values: { ...agreementValues(agreement), ...askingValues(agreement, asking) },
      ...rest,
      facts: [...rest.facts, ...silent(names)],
      footer: `Вы получили это письмо, потому что указаны в системе «Выпуск» как ${AS[stage]} по согласованиям.`,
    }
  }

/** @param people the names of those who are asked now */
export const escalatedForStaff =
  (stage: Superior, people: string[]): NoticeContent =>
  (agreement, around) => ({
    template: 'escalated_staff',
    values: { ...agreementValues(agreement), кому: TO[stage], имена: people.join(', ') },
    facts: facts(agreement),
    ...forStaff(agreement, around),
  })

/** @param people the names of those who did not answer; extra addresses are shown beside them */
export const silentForStaff =
  (people: string[]): NoticeContent =>
  (agreement, around) => ({
    template: 'silent_staff',
    values: agreementValues(agreement),
    facts: [...facts(agreement), ...silent(people)],
    ...forStaff(agreement, around),
  })
