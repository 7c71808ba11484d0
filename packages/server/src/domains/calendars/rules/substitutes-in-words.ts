import { dayInWords } from '../../../platform/text/plain-text.ts'

/** Substitutes in the words of the history. A name is only known in its basic form, so no sentence may need a case of it. */

interface Named {
  user: { name: string }
  substitute: { name: string }
  date_from: string
  date_to: string
}

/** «Ирина Орлова: замещающий – Борис Котов, с 02.03.2026 по 10.03.2026». */
export const substituteInWords = ({ user, substitute, date_from, date_to }: Named): string =>
  `${user.name}: замещающий – ${substitute.name}, с ${dayInWords(date_from)} по ${dayInWords(date_to)}`

/** «за коллегу: Ирина Орлова», with what a substitute did for people who are away. @param names separated by commas */
export const insteadInWords = (names: string): string => `за ${names.includes(', ') ? 'коллег' : 'коллегу'}: ${names}`
