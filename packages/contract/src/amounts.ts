/** Numbers as people read them, on screens, in letters and in documents; nothing here knows the domain. */

/** Production time: 450 → «07:30», 6030 → «100:30». */
export function minutesInWords(minutes: number): string {
  const sign = minutes < 0 ? '−' : ''
  const whole = Math.abs(Math.round(minutes))
  return `${sign}${String(Math.floor(whole / 60)).padStart(2, '0')}:${String(whole % 60).padStart(2, '0')}`
}

const UNITS = ['Б', 'КБ', 'МБ', 'ГБ', 'ТБ'] as const
const STEP = 1024

/** Bytes: 1536 → «1,5 КБ»; three significant digits are enough. */
export function sizeInWords(bytes: number): string {
  const unit = Math.min(UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log(bytes) / Math.log(STEP)))
  const value = bytes / STEP ** unit
  const digits = unit === 0 || value >= 100 ? 0 : 1
  return `${value.toLocaleString('ru-RU', { maximumFractionDigits: digits })} ${UNITS[unit]}`
}

const rules = new Intl.PluralRules('ru')

/** Forms for 1, 2 and 5: ['заявка', 'заявки', 'заявок']. */
export type Forms = readonly [one: string, few: string, many: string]

/** The form that goes with the number: 1 заявка, 2 заявки, 5 заявок. */
export function plural(count: number, [one, few, many]: Forms): string {
  const category = rules.select(count)
  return category === 'one' ? one : category === 'few' ? few : many
}

/** «1 284 заявки». */
export const countOf = (count: number, forms: Forms): string =>
  `${count.toLocaleString('ru-RU')} ${plural(count, forms)}`
