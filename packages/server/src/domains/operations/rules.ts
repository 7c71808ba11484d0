import { audit, decodeName, type Delivery } from '@vypusk/contract'

/** The names of kinds of things, by the kinds that have a history. */
export const KINDS = new Map<string, string>(audit.auditEntities.map(({ entity, name }) => [entity, name]))

/** The state of a letter or a copy. */
export function deliveryInWords({ kind, state, attempts }: Pick<Delivery, 'kind' | 'state' | 'attempts'>): string {
  if (state === 'failed') return 'Не доставлено'
  if (kind === 'mail') return state === 'sent' ? 'Отправлено' : 'Отправляется'
  if (state === 'sent') return 'Скопировано'
  return attempts > 0 ? 'Ждёт повтора' : 'Копируется'
}

/** How rich text begins; plain text may contain anything, tags as well. */
const RICH = /^\s*<(p|h[1-6]|ul|ol|li|blockquote|pre|table|div|hr|figure|img)\b[^<>]*>/i
const BREAK = /<br\s*\/?>/gi
const TAG = /<\/?[a-z][^<>]*>/gi
const NAMES = ['name', 'title', 'namecomp', 'namemod', 'name_step'] as const

const timeInWords = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/**
 * A recorded value as text: lists with commas, things by their names, rich text without its formatting.
 * @param field values of a field ending in `_time`, such as `planned_time`, are minutes
 */
export function valueInWords(value: unknown, field: string): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map((item) => valueInWords(item, field)).join(', ')
  if (typeof value === 'boolean') return value ? 'да' : 'нет'
  if (typeof value === 'number') return field.endsWith('_time') ? timeInWords(value) : String(value)
  if (typeof value === 'string') return decodeName(value.replace(RICH.test(value) ? TAG : BREAK, ' ').trim())
  if (typeof value !== 'object') return ''
  const named = NAMES.find((name) => name in value)
  return named ? decodeName(String((value as Record<string, unknown>)[named])) : JSON.stringify(value)
}
