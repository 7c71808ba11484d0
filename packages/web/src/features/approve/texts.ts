import { decodeName, inQuotes } from '@vypusk/contract'
import type { approve } from '@vypusk/contract'
import { longMomentInZones } from '../../components/shared/dates/moments.ts'
import { formatDay, formatLongDay } from '../../ui/dates.ts'

/** A date that is settled, or that can no longer be agreed, is not a question. */
export function questionInWords({ title, can_agree }: approve.Question): string {
  const named = inQuotes(title)
  return can_agree !== true ? `Установка релиза ${named}` : `Установить релиз ${named}?`
}

export const companyInWords = (namecomp: string): string => `Выпуск · ${decodeName(namecomp)}`

export const answerByInWords = (day: string): string => `Ответ ждут до ${formatLongDay(day)}.`

/** «Согласовано 12.03.2026, И. Петров». */
export function agreedInWords({ at, by, on_behalf }: NonNullable<approve.Question['agreed']>): string {
  const text = `Согласовано ${formatDay(at)}`
  if (by === null) return `${text} по письму вашей компании`
  return on_behalf ? `${text}, отмечено за вас: ${by}` : `${text}, ${by}`
}

const ANSWERED = { agree: 'Согласовано', remark: 'Замечание отправлено', offer: 'Дата предложена' } as const

/** What this link was used for, and what follows from it. */
export function answeredInWords({ answered, agreed, offer, asker, ...date }: approve.Question) {
  if (agreed)
    return { title: '', text: `Установка ${longMomentInZones(date)}. ${asker.name} узнает об этом из письма.` }
  if (!answered) return { title: '', text: '' }
  const { answer, at, by } = answered
  const title = `${answer ? ANSWERED[answer] : 'Ответ получен'} ${formatDay(at)}, ${by}`
  if (answer === 'remark') {
    return { title, text: `${asker.name} прочитает его и ответит вам. Дата пока не согласована.` }
  }
  if (answer === 'offer' && offer) {
    return { title, text: `${asker.name} примет её или ответит вам. Придёт письмо с новой кнопкой.` }
  }
  return { title, text: 'С тех пор о дате спросили заново: ответьте по кнопке нового письма.' }
}

/** Who answers, and until when the link is valid. */
export const termsInWords = ({ answers_as, answered, expires_at }: approve.Question): string =>
  answered
    ? `По ссылке ответили как ${answers_as}. Читать её и писать замечания можно до ${formatDay(expires_at)}.`
    : `Вы отвечаете как ${answers_as}. Ссылка действует до ${formatDay(expires_at)} и решает о дате один раз.`
