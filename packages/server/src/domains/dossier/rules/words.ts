import { dayInWords } from '../../../platform/plain-text.ts'

/** Formats values of the history for the document. */

const MOST = 400
const DAY = /^\d{4}-\d{2}-\d{2}$/

const cut = (text: string) => (text.length > MOST ? `${text.slice(0, MOST)}…` : text)

/** A value of the history as text; «–» if it is empty. */
export function valueInWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  if (value === true) return 'да'
  if (value === false) return 'нет'
  if (Array.isArray(value)) return cut(value.map(valueInWords).join(', ')) || '–'
  if (typeof value === 'object') return cut(Object.values(value).map(valueInWords).join(' · '))
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return DAY.test(text) ? dayInWords(text) : cut(text)
}
