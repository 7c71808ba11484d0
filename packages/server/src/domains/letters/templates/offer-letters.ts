import type { EventKinds } from '../../../platform/events.ts'
import { oneLine, plainName } from '../../../platform/plain-text.ts'
import { dateText } from '../rules.ts'
import {
  about,
  facts,
  forAnswer,
  forClient,
  forStaff,
  movedFacts,
  when,
  type AgreementFacts,
  type Around,
  type ToldContent,
} from './agreement-letters.ts'
import type { Content } from './layout.ts'

/** What letters about another date, offered by the client, say. */

type Offered = EventKinds['agreement.offered']
type Accepted = EventKinds['agreement.offer_accepted']
type Declined = EventKinds['agreement.offer_declined']

const BY_BUTTON =
  'Ответить можно по кнопке, без входа в систему. Кнопка именная и действует один раз, поэтому не пересылайте письмо.'

export const offeredForStaff =
  ({ offered }: Offered): ToldContent =>
  (agreement, around) => ({
    subject: `Клиент предлагает ${dateText(offered.releaseDate, offered.releaseTime)}: ${about(agreement)}`,
    heading: 'Клиент предлагает другую дату установки',
    paragraphs: [`${around.doer} просит перенести установку. Примите дату или ответьте, почему она не подходит.`],
    facts: [
      ['Релиз', oneLine(agreement.title)],
      ['Компания', plainName(agreement.namecomp)],
      ['Назначено', when(agreement)],
      ['Предложено', dateText(offered.releaseDate, offered.releaseTime)],
      ...(offered.reason ? [['Почему', offered.reason] satisfies Content['facts'][number]] : []),
    ],
    ...forStaff(agreement, around),
  })

export const acceptedForClient =
  (data: Accepted) =>
  (agreement: AgreementFacts, around: Around, token: string): Content => ({
    subject: `Подтвердите дату установки ${when(agreement)}: ${oneLine(agreement.title)}`,
    heading: 'Предложенная вами дата принята',
    paragraphs: [
      `${around.doer} переносит установку на эту дату. Подтвердите её, чтобы она стала согласованной.`,
      BY_BUTTON,
    ],
    facts: movedFacts(agreement, data),
    ...forAnswer(agreement, around, token),
  })

export const acceptedForStaff =
  (data: Accepted): ToldContent =>
  (agreement, around) => ({
    subject: `Перенос установки на ${when(agreement)}: ${about(agreement)}`,
    heading: 'Дата перенесена по предложению клиента',
    paragraphs: [
      `Предложение принял сотрудник ${around.doer}. Прежнее согласование снято, новая дата отправлена клиенту на подтверждение.`,
    ],
    facts: movedFacts(agreement, data),
    ...forStaff(agreement, around),
  })

const declined = ({ offered, answer }: Declined, agreement: AgreementFacts, around: Around) => ({
  subject: `Дата ${dateText(offered.releaseDate, offered.releaseTime)} не подходит: ${oneLine(agreement.title)}`,
  heading: 'Предложенная вами дата не подходит',
  paragraphs: [`${around.doer} отвечает:`, answer],
  facts: facts(agreement),
})

/** The client has not agreed yet and is asked for the present date anew. */
export const declinedAsking =
  (data: Declined) =>
  (agreement: AgreementFacts, around: Around, token: string): Content => {
    const content = declined(data, agreement, around)
    const paragraphs = [...content.paragraphs, `Дата ${when(agreement)} по-прежнему ждёт вашего ответа. ${BY_BUTTON}`]
    return { ...content, paragraphs, ...forAnswer(agreement, around, token) }
  }

export const declinedTelling =
  (data: Declined): ToldContent =>
  (agreement, around) => {
    const content = declined(data, agreement, around)
    const paragraphs = [...content.paragraphs, `Остаётся согласованная дата ${when(agreement)}.`]
    return { ...content, paragraphs, ...forClient(agreement, around, 'Открыть релиз') }
  }

export const declinedForStaff =
  (data: Declined): ToldContent =>
  (agreement, around) => ({
    ...declined(data, agreement, around),
    subject: `Предложение клиента отклонено: ${about(agreement)}`,
    heading: 'Предложенная клиентом дата отклонена',
    ...forStaff(agreement, around),
  })
