import { decodeName } from '@vypusk/contract'
import type { EventKinds } from '../../../platform/events.ts'
import { oneLine, plannedInWords } from '../../../platform/text/plain-text.ts'
import {
  askingValues,
  facts,
  forAnswer,
  forClient,
  forStaff,
  movedFacts,
  values,
  type AgreementFacts,
  type Around,
  type QuestionContent,
  type NoticeContent,
} from './agreement-letters.ts'
import type { Content } from './layout.ts'

/** Letters about another date, offered by the client. */

type OfferedData = EventKinds['agreement.offered']
type Accepted = Pick<EventKinds['agreement.offer_accepted'], 'from'>
type Declined = EventKinds['agreement.offer_declined']

const offeredDate = ({ offered }: OfferedData | Declined, { company_zone }: AgreementFacts) =>
  plannedInWords({ ...offered, company_zone })

export const offeredForStaff =
  (data: OfferedData): NoticeContent =>
  (agreement, around) => ({
    template: 'offered_staff',
    values: { ...values(agreement, around), предложено: offeredDate(data, agreement) },
    facts: [
      ['Релиз', oneLine(agreement.title)],
      ['Компания', decodeName(agreement.namecomp)],
      ['Назначено', plannedInWords(agreement)],
      ['Предложено', offeredDate(data, agreement)],
      ...(data.offered.reason ? [['Почему', data.offered.reason] satisfies Content['facts'][number]] : []),
    ],
    ...forStaff(agreement, around),
  })

export const acceptedForClient =
  (data: Accepted): QuestionContent =>
  (agreement, around, asking) => {
    const rest = forAnswer(agreement, around, asking)
    return {
      template: 'accepted_client',
      values: { ...values(agreement, around), ...askingValues(agreement, asking) },
      ...rest,
      facts: [...movedFacts({ ...agreement, offered: undefined }, data), ...rest.facts.slice(facts(agreement).length)],
    }
  }

export const acceptedForStaff =
  (data: Accepted): NoticeContent =>
  (agreement, around) => ({
    template: 'accepted_staff',
    values: values(agreement, around),
    facts: movedFacts({ ...agreement, offered: undefined }, data),
    ...forStaff(agreement, around),
  })

const declined = (data: Declined, agreement: AgreementFacts, around: Around) => ({
  values: { ...values(agreement, around), предложено: offeredDate(data, agreement), ответ: data.answer },
  facts: facts(agreement),
})

/** The client has not agreed yet and is asked for the current date again. */
export const declinedAsking =
  (data: Declined): QuestionContent =>
  (agreement, around, asking) => ({
    template: 'declined_asking',
    values: { ...declined(data, agreement, around).values, ...askingValues(agreement, asking) },
    ...forAnswer(agreement, around, asking),
  })

/** The same while the client's remark is to be answered first. */
export const declinedForNow =
  (data: Declined): QuestionContent =>
  (agreement, around, asking) => ({
    template: 'declined_for_now',
    ...declined(data, agreement, around),
    ...forAnswer(agreement, around, asking),
  })

export const declinedTelling =
  (data: Declined): NoticeContent =>
  (agreement, around) => ({
    template: 'declined_telling',
    ...declined(data, agreement, around),
    ...forClient(agreement, around),
  })

/** The outcome of an offer, for an offerer who is not asked by a letter of their own. */
export const endedForOfferer =
  (outcome: string): NoticeContent =>
  (agreement, around) => ({
    template: 'offer_ended_client',
    values: {
      ...values(agreement, around),
      предложено: plannedInWords({ ...(agreement.offered ?? agreement), company_zone: agreement.company_zone }),
      итог: outcome,
    },
    facts: facts(agreement),
    ...forClient(agreement, around),
    footer: 'Вы получили это письмо, потому что предложили другую дату установки или замещаете того, кто её предложил.',
  })

/** The offered date was accepted where nobody is asked any more. */
export const acceptedTelling: NoticeContent = (agreement, around) => ({
  ...endedForOfferer('Предложение принято.')(agreement, around),
  ...forClient(agreement, around),
})

export const declinedForStaff =
  (data: Declined): NoticeContent =>
  (agreement, around) => ({
    template: 'declined_staff',
    ...declined(data, agreement, around),
    ...forStaff(agreement, around),
  })
