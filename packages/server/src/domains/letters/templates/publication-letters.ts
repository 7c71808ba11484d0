import { oneLine } from '../../../platform/plain-text.ts'
import type { Around } from './agreement-letters.ts'
import type { Content } from './layout.ts'
import { dateText } from '../rules.ts'

/** What a letter about a publication says; `releases` are those its reader gets. */
export interface PublicationFacts {
  /** null while it is not published. */
  id: number | null
  text: string
  releases: string[]
}

const titles = (releases: string[]) => releases.map((title) => `«${oneLine(title)}»`).join(', ')

/** The same words for both sides: each side's page shows what it may see. */
export function publishedContent({ id, text, releases }: PublicationFacts, { publicUrl, day, doer }: Around): Content {
  const several = releases.length > 1
  return {
    subject: `${several ? 'Опубликованы релизы' : 'Опубликован релиз'} ${titles(releases)}`.slice(0, 200),
    heading: several ? 'Опубликованы релизы' : 'Опубликован релиз',
    paragraphs: text.trim() ? [text.trim()] : [],
    facts: [
      [several ? 'Релизы' : 'Релиз', releases.map(oneLine).join('\n')],
      ['Опубликовал', doer],
      ['Дата', dateText(day, null)],
    ],
    button: {
      text: 'Открыть публикацию',
      href: id === null ? `${publicUrl}/publications` : `${publicUrl}/publication/${id}`,
    },
    footer: 'Вы получили это письмо, потому что указаны получателем публикации в системе «Выпуск».',
  }
}
