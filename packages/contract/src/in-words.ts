import { minutesInWords } from './amounts.ts'
import { decodeName } from './names.ts'
import { paidLabels, urgencyLabels } from './requests/request-words.ts'
import type { Delivery } from './values.ts'

/** How values are read by people: on screens, in workbooks and in the documents of a dossier. */

/** `2026-03-05` as «05.03.2026». */
export const dayInWords = (day: string): string => day.split('-').toReversed().join('.')

/** What somebody wrote, as a sentence that another may follow: a full stop is added only if it lacks an end. */
export function asSentence(text: string): string {
  const own = text.trim()
  return /[.!?…]$/.test(own) ? own : `${own}.`
}

/** The state of a letter or a copy. */
export function deliveryInWords({ kind, state, attempts }: Pick<Delivery, 'kind' | 'state' | 'attempts'>): string {
  if (state === 'failed') return 'Не доставлено'
  if (kind === 'mail') return state === 'sent' ? 'Отправлено' : 'Отправляется'
  if (state === 'sent') return 'Скопировано'
  return attempts > 0 ? 'Ждёт повтора' : 'Копируется'
}

const DAY = /^\d{4}-\d{2}-\d{2}$/
const MOMENT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/
/** How rich text begins; plain text may contain anything, tags as well. */
const RICH = /^\s*<(p|h[1-6]|ul|ol|li|blockquote|pre|table|div|hr|figure|img)\b[^<>]*>/i
/** Where a rich text has a new line. */
const APART = /<(?:br\b|\/(?:p|li|h\d|td|th|tr|pre|blockquote|div)\b)[^<>]*>/gi
const TAG = /<\/?[a-z][^<>]*>/gi
const BREAK = /<br\s*\/?>/gi
const NAMES = ['name', 'title', 'namecomp', 'namemod', 'name_step']

/** A rich text without its formatting, in one line. */
const plainOf = (html: string): string =>
  decodeName(html.replaceAll(APART, ' ').replaceAll(TAG, '').replaceAll('&nbsp;', ' ').replaceAll(/\s+/g, ' ').trim())

function textInWords(text: string, momentInWords: (moment: string) => string): string {
  if (DAY.test(text)) return dayInWords(text)
  if (MOMENT.test(text)) return momentInWords(text)
  return RICH.test(text) ? plainOf(text) : decodeName(text.replaceAll(BREAK, '\n'))
}

/** Recorded as they are stored, read by their words. */
const LABELS: Partial<Record<string, Readonly<Record<string, string>>>> = { urgency: urgencyLabels, isPaid: paidLabels }

/** The word by which people know a value of the field; undefined if it has none. */
export const labelOf = (value: unknown, field: string): string | undefined => LABELS[field]?.[String(value)]

/**
 * A recorded value in words: flags as да and нет, lists with commas, things by their names, days and hours in the usual
 * formats, rich text without its formatting. Nothing is an empty text.
 * @param field values of a field ending in `_time`, such as `planned_time`, are minutes
 * @param momentInWords writes moments in the reader's time
 */
export function valueInWords(value: unknown, field: string, momentInWords: (moment: string) => string): string {
  const each = (values: unknown[]) => values.map((one) => valueInWords(one, field, momentInWords) || '–')
  if (value === null || value === undefined) return ''
  const label = labelOf(value, field)
  if (label !== undefined) return label
  if (Array.isArray(value)) return each(value).join(', ')
  if (typeof value === 'boolean') return value ? 'да' : 'нет'
  if (typeof value === 'number') return field.endsWith('_time') ? minutesInWords(value) : String(value)
  if (typeof value === 'string') return textInWords(value, momentInWords)
  if (typeof value !== 'object') return ''
  const named = NAMES.find((name) => name in value)
  return named ? decodeName(String((value as Record<string, unknown>)[named])) : each(Object.values(value)).join(' · ')
}
