import { dayInWords, oneLine } from '../../../platform/plain-text.ts'
import type { Around } from './agreement-letters.ts'
import type { LetterContent } from './register.ts'

/** What a letter about a publication says; `releases` are those its reader gets. */
export interface PublicationFacts {
  /** null while it is not published. */
  id: number | null
  text: string
  releases: string[]
}

const titles = (releases: string[]) => releases.map((title) => `«${oneLine(title)}»`).join(', ')

/** The same words for both sides: each side's page shows what it may see. */
export function publishedContent(
  { id, text, releases }: PublicationFacts,
  { publicUrl, day, actor }: Around,
): LetterContent {
  const several = releases.length > 1
  return {
    template: 'published',
    values: {
      заголовок: several ? 'Опубликованы релизы' : 'Опубликован релиз',
      релизы: titles(releases),
      текст: text.trim(),
      кто: actor,
    },
    facts: [
      [several ? 'Релизы' : 'Релиз', releases.map(oneLine).join('\n')],
      ['Опубликовал', actor],
      ['Дата', dayInWords(day)],
    ],
    href: id === null ? `${publicUrl}/publications` : `${publicUrl}/publication/${id}`,
    footer: 'Вы получили это письмо, потому что указаны получателем публикации в системе «Выпуск».',
  }
}
