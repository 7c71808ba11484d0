import { dayInWords, oneLine } from '../../../platform/text/plain-text.ts'
import type { Around } from './agreement-letters.ts'
import type { LetterContent } from './register.ts'

interface Substitution {
  /** The colleague who is away. */
  away: string
  date_to: string
}

/** Notifies a substitute that from now on they are asked as well as the colleague. */
export const substituteContent = ({ away, date_to }: Substitution, { publicUrl, actor }: Around): LetterContent => ({
  template: 'substitute',
  values: { кого: oneLine(away), срок: dayInWords(date_to) },
  facts: [
    ['Замещаете', away],
    ['По', dayInWords(date_to)],
    ['Назвал', actor],
  ],
  href: `${publicUrl}/waiting`,
  footer: 'Вы получили это письмо, потому что названы замещающим в системе «Выпуск».',
})
