import { decodeName } from '@vypusk/contract'
import { oneLine } from '../../../platform/text/plain-text.ts'
import type { Around } from './agreement-letters.ts'
import type { LetterContent } from './register.ts'

/** The facts in a letter about a comment. */
export interface MentionFacts {
  entry_id: number
  number: string
  title: string
  namecomp: string
  comment: string
}

/** The letter to a person mentioned by @: the comment and where to answer. */
export const mentionedContent = (
  { entry_id, number, title, namecomp, comment }: MentionFacts,
  { publicUrl, actor }: Around,
): LetterContent => ({
  template: 'mentioned',
  values: {
    номер: number,
    запись: oneLine(title),
    компания: oneLine(decodeName(namecomp)),
    комментарий: comment,
    кто: actor,
  },
  facts: [
    ['Запись', `${number} ${oneLine(title)}`],
    ['Компания', decodeName(namecomp)],
    ['Написал', actor],
  ],
  href: `${publicUrl}/registry?open=${entry_id}`,
  footer: 'Вы получили это письмо, потому что вас упомянули в комментарии в системе «Выпуск».',
})
