import { oneLine, plainName } from '../../../platform/plain-text.ts'
import type { Around } from './agreement-letters.ts'
import type { Content } from './layout.ts'

/** What a letter about a comment says. */
export interface MentionFacts {
  entry_id: number
  number: string
  title: string
  namecomp: string
  comment: string
}

/** Somebody was named by @: what was said and where to answer. */
export const mentionedContent = (
  { entry_id, number, title, namecomp, comment }: MentionFacts,
  { publicUrl, doer }: Around,
): Content => ({
  subject: `Вас упомянули в реестре: ${number} ${oneLine(title)}`.slice(0, 200),
  heading: 'Вас упомянули в комментарии',
  paragraphs: [comment],
  facts: [
    ['Запись', `${number} ${oneLine(title)}`],
    ['Компания', plainName(namecomp)],
    ['Написал', doer],
  ],
  button: { text: 'Открыть запись', href: `${publicUrl}/registry?open=${entry_id}` },
  footer: 'Вы получили это письмо, потому что вас упомянули в комментарии в системе «Выпуск».',
})
