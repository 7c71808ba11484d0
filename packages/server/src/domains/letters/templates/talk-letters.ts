import { decodeName } from '@vypusk/contract'
import { oneLine } from '../../../platform/text/plain-text.ts'
import type { Around } from './agreement-letters.ts'
import type { LetterContent } from './register.ts'

interface TalkedOf {
  id: number
  e_title: string
  namecomp: string
}

interface Message {
  author_id: number | null
  name: string
  text: string
  internal: boolean
}

/** The entries under their authors' names; consecutive ones of one person are joined. */
function inTurn(words: Message[]): string {
  const lines = words.map(({ author_id, name, text, internal }, i) => {
    const before = words[i - 1]
    const isSame = before?.author_id === author_id && before.internal === internal
    return isSame ? text : `${oneLine(name)}${internal ? ' (только сотрудникам)' : ''}:\n${text}`
  })
  return lines.join('\n\n')
}

/** The letter about new entries in a request's conversation, to somebody who follows it. */
export const talkContent = (
  { id, e_title, namecomp }: TalkedOf,
  words: Message[],
  isRivc: boolean,
  { publicUrl }: Around,
): LetterContent => ({
  template: 'talk',
  values: {
    номер: String(id),
    заявка: oneLine(e_title),
    компания: oneLine(decodeName(namecomp)),
    кто: [...new Set(words.map(({ name }) => oneLine(name)))].join(', '),
    текст: inTurn(words),
  },
  facts: [
    ['Заявка', `№ ${id} ${oneLine(e_title)}`],
    ['Компания', decodeName(namecomp)],
  ],
  href: `${publicUrl}${isRivc ? '/' : '/clientRequests'}?open=${id}`,
  footer: 'Вы получили это письмо, потому что следите за заявкой в системе «Выпуск».',
})
