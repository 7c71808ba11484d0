import { countOf, decodeName } from '@vypusk/contract'
import { dayInWords, oneLine } from '../../../platform/text/plain-text.ts'
import type { Around } from './agreement-letters.ts'
import type { LetterContent } from './register.ts'

/** One event, for a person who wants to be notified by letter at once. */
export interface NoticeFacts {
  title: string
  text: string
  /** «вы следите за этим». */
  because: string
  /** An address in the product: `/releases/5`. */
  href: string
  /** Which of the reader's companies it is for; null or left out if they belong to one only. */
  company?: string | null
}

const forCompany = (company: string | null = null): [string, string][] => (company ? [['Компания', company]] : [])

const SETTINGS = 'Настроить уведомления можно в системе «Выпуск».'

export const noticeContent = (
  { title, text, because, href, company }: NoticeFacts,
  { publicUrl, actor }: Around,
): LetterContent => ({
  template: 'notice',
  values: { название: oneLine(title), событие: text, кто: actor },
  facts: [...forCompany(company), ...(actor ? ([['Кто', actor]] as [string, string][]) : [])],
  href: `${publicUrl}${href}`,
  footer: `Вы получили это письмо, потому что ${because}. ${SETTINGS}`,
})

/** A day's unread notices. */
export interface DigestFacts {
  /** The day it is for, `YYYY-MM-DD`: it may be sent after midnight. */
  day: string
  /** The thing and what happened; newest first. */
  lines: [title: string, text: string][]
  /** How many there are in total. */
  total: number
  company?: string | null
}

/** The most lines in one letter; the rest is counted. */
const MOST_LINES = 30

/** The lines of these notices, newest first. */
export const linesOf = (listed: { title: string; text: string }[]): Pick<DigestFacts, 'lines' | 'total'> => ({
  lines: listed.slice(0, MOST_LINES).map(({ title, text }) => [decodeName(title), text]),
  total: listed.length,
})

const NOTICES = ['непрочитанное уведомление', 'непрочитанных уведомления', 'непрочитанных уведомлений'] as const

export const digestContent = ({ day, lines, total, company }: DigestFacts, { publicUrl }: Around): LetterContent => ({
  template: 'digest',
  values: {
    день: dayInWords(day),
    сколько: countOf(total, NOTICES),
    показано: total > lines.length ? `Последние ${lines.length} из ${total}.` : '',
  },
  facts: [...forCompany(company), ...lines.map(([title, text]): [string, string] => [oneLine(title), text])],
  href: `${publicUrl}/notices`,
  footer: `Вы получаете сводку раз в день, когда есть непрочитанное. ${SETTINGS}`,
})
