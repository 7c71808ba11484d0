import { inQuotes } from '@vypusk/contract'
import { dayInWords, oneLine } from '../../../platform/text/plain-text.ts'
import type { Around } from './agreement-letters.ts'
import type { LetterContent } from './register.ts'

/** The facts in a letter about a publication; `releases` are those its reader gets. */
export interface PublicationFacts {
  /** Null while it is not published. */
  id: number | null
  text: string
  releases: string[]
  /** The publication that this one corrects. */
  corrects?: number | null
  /** The company it is for; null or left out for staff. */
  company?: string | null
}

const forCompany = (company: string | null = null): [string, string][] => (company ? [['Компания', company]] : [])

const titles = (releases: string[]) => releases.map((title) => inQuotes(oneLine(title))).join(', ')

const FOOTER = 'Вы получили это письмо, потому что указаны получателем публикации в системе «Выпуск».'

const FOOTER_OF_COMPANY = 'Вы получили это письмо, потому что ваша компания получила публикацию в системе «Выпуск».'

/** Has the same text for both sides: each side's page shows what it may see. */
export function publishedContent(
  { id, text, releases, corrects = null, company }: PublicationFacts,
  { publicUrl, day, actor }: Around,
): LetterContent {
  const several = releases.length > 1
  const around: Pick<LetterContent, 'facts' | 'href' | 'footer'> = {
    facts: [
      [several ? 'Релизы' : 'Релиз', releases.map(oneLine).join('\n')],
      ...forCompany(company),
      ...(corrects === null ? [] : ([['Вместо публикации', String(corrects)]] as [string, string][])),
      ['Опубликовал', actor],
      ['Дата', dayInWords(day)],
    ],
    href: id === null ? `${publicUrl}/publications` : `${publicUrl}/publication/${id}`,
    footer: FOOTER,
  }
  if (corrects !== null) {
    const values = { релизы: titles(releases), публикация: String(corrects), текст: text.trim(), кто: actor }
    return { template: 'corrected', values, ...around }
  }
  return {
    template: 'published',
    values: {
      заголовок: several ? 'Опубликованы релизы' : 'Опубликован релиз',
      релизы: titles(releases),
      текст: text.trim(),
      кто: actor,
    },
    ...around,
  }
}

interface TakenBack {
  id: number
  releases: string[]
  reason: string
  company?: string | null
  /** Companies of which nobody could be told; only staff read of them. */
  untold?: string[]
}

/** The letter about a withdrawn publication. */
export const takenBackContent = (
  { id, releases, reason, company, untold = [] }: TakenBack,
  { publicUrl, day, actor }: Around,
): LetterContent => ({
  template: 'publication_withdrawn',
  values: { номер: String(id), релизы: titles(releases), причина: reason, кто: actor },
  facts: [
    [releases.length > 1 ? 'Релизы' : 'Релиз', releases.map(oneLine).join('\n')],
    ...forCompany(company),
    ['Причина', reason],
    ...(untold.length > 0 ? ([['Сообщить некому', untold.join('\n')]] as [string, string][]) : []),
    ['Отозвал', actor],
    ['Дата', dayInWords(day)],
  ],
  href: `${publicUrl}/publication/${id}`,
  footer: company ? FOOTER_OF_COMPANY : FOOTER,
})

interface Unfetched {
  id: number
  releases: string[]
  author: string
  company?: string | null
}

/** Reminds a company that has not fetched the files of a publication. */
export const fetchContent = ({ id, releases, author, company }: Unfetched, { publicUrl }: Around): LetterContent => ({
  template: 'fetch_reminder',
  values: { релизы: titles(releases), кто: author },
  facts: [
    [releases.length > 1 ? 'Релизы' : 'Релиз', releases.map(oneLine).join('\n')],
    ...forCompany(company),
    ['Опубликовал', author],
  ],
  href: `${publicUrl}/publication/${id}`,
  footer: FOOTER,
})
