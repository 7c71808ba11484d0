import { dayInWords, oneLine } from '../../../platform/text/plain-text.ts'
import { inQuotes, isLongerThan, labelOf, type notices } from '@vypusk/contract'

/** One changed field, as stored in the history. */
export interface FieldChange {
  field: string
  title: string
  before: unknown
  after: unknown
}

const DAY = /^\d{4}-\d{2}-\d{2}$/
const LONGEST_VALUE = 60
/** The most fields shown in one line; the rest are counted. */
const SHOWN = 3
/** Long texts, words that may be withdrawn, and minutes: only the field's name is shown. */
const NAMED_ONLY: ReadonlySet<string> = new Set(['description', 'terms', 'comment', 'text', 'remark', 'planned_time'])

/** A value as text that fits in a line; undefined if it does not. */
function inWords(value: unknown, field: string): string | undefined {
  const label = labelOf(value, field)
  if (label !== undefined) return label
  if (value === null || value === '') return 'нет'
  if (typeof value === 'boolean') return value ? 'да' : 'нет'
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') return undefined
  const text = DAY.test(value) ? dayInWords(value) : oneLine(value)
  return isLongerThan(text, LONGEST_VALUE) ? undefined : text
}

function sentence({ field, title, before, after }: FieldChange): string {
  if (field === 'release_id')
    return typeof after === 'string' ? `Включена в релиз ${inQuotes(after)}` : 'Исключена из релиза'
  const [from, to] = [inWords(before, field), inWords(after, field)]
  return NAMED_ONLY.has(field) || from === undefined || to === undefined ? title : `${title}: ${from} → ${to}`
}

const NEW: Record<notices.Watched, string> = {
  request: 'Новая заявка',
  release: 'Новый релиз',
  agreement: 'Новое согласование',
  registry_entry: 'Новая запись реестра',
}
/** What was deleted or withdrawn and is there again; agreements have words of their own. */
const BACK: Partial<Record<notices.Watched, string>> = {
  request: 'Заявка возвращена',
  release: 'Релиз возвращён',
  registry_entry: 'Запись реестра возвращена',
}
const isBack = ({ field, after }: FieldChange) => field === 'deleted_at' && after === null

const NAMES: ReadonlySet<string> = new Set(['title', 'e_title'])

/** Whether an entry of the registry was given to another company, for which it is new. */
export const isHandedOver = (entity: notices.Watched, changes: FieldChange[]): boolean =>
  entity === 'registry_entry' && changes.some(({ field, before }) => field === 'company' && before !== null)

/** The changes in one line; for a new thing only that it is new. */
export function changeText(entity: notices.Watched, changes: FieldChange[], isNew = false): string {
  if (isNew || changes.some(({ field, before }) => NAMES.has(field) && before === null)) return NEW[entity]
  const back = changes.some(isBack) ? BACK[entity] : undefined
  if (back) return back
  const shown = changes.slice(0, SHOWN).map(sentence)
  const more = changes.length - shown.length
  return [...shown, ...(more > 0 ? [`и ещё полей: ${more}`] : [])].join(' · ')
}

/** Whether the dates of a release have moved, which is news to more people than a new title. */
export const isMove = (entity: notices.Watched, changes: FieldChange[]): boolean =>
  entity === 'release' &&
  changes.some(({ field, before }) => (field === 'plan_date' || field === 'start_date') && before !== null)
