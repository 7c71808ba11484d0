import { decodeName } from '@vypusk/contract'
import type { Change } from '@vypusk/contract'
import { formatDay, formatMoment } from '../../../ui/dates.ts'
import { formatDuration } from '../../../ui/duration.ts'
import classes from './History.module.css'
import ruled from '../../../ui/Ruled.module.css'

const DASH = '–'

const DAY = /^\d{4}-\d{2}-\d{2}$/
/** The beginning of a rich text; plain text may contain anything, including tags. */
const RICH = /^\s*<(p|h[1-6]|ul|ol|li|blockquote|pre|table|div|hr|figure|img)\b[^<>]*>/i
const BREAK = /<br\s*\/?>/gi

/** The text of a rich text, without its formatting. */
const wordsOf = (html: string): string =>
  new DOMParser().parseFromString(html.replaceAll(/<(br|\/p|\/li|\/h\d)/gi, ' $&'), 'text/html').body.textContent.trim()

const MOMENT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/

function textInWords(text: string): string {
  if (DAY.test(text)) return formatDay(text)
  if (MOMENT.test(text)) return formatMoment(text)
  return RICH.test(text) ? wordsOf(text) : decodeName(text.replaceAll(BREAK, '\n'))
}

const NAMES = ['name', 'title', 'namecomp', 'namemod', 'name_step']

/** A recorded thing by its name. */
function thingInWords(thing: object): string {
  const named = NAMES.find((name) => name in thing)
  return named ? decodeName(String((thing as Record<string, unknown>)[named])) : JSON.stringify(thing)
}

/**
 * A recorded value in words: flags as да and нет, lists with commas, things by name, days and hours in the usual
 * formats.
 * @param field values in minutes are recognized by its name: `planned_time`
 */
export function valueInWords(value: unknown, field = ''): string {
  if (value === null || value === undefined || value === '') return DASH
  if (Array.isArray(value)) return value.map((item) => valueInWords(item, field)).join(', ') || DASH
  if (typeof value === 'boolean') return value ? 'да' : 'нет'
  if (typeof value === 'number') return field.endsWith('_time') ? formatDuration(value) : String(value)
  return typeof value === 'string' ? textInWords(value) : thingInWords(value)
}

/** Where the change was made from, when not on a screen. */
const VIA: Record<string, string> = {
  letter: 'из письма',
  on_behalf: 'за клиента',
  import: 'импорт',
  schedule: 'по расписанию',
}

/** Changes with their authors, newest first. */
export const History = ({ changes }: { changes: readonly Change[] }) => (
  <ul className={ruled.list}>
    {changes.map(({ id, at, user, field, title, before, after, via, note }) => (
      <li key={id} className={ruled.item}>
        <div className={classes.head}>{[formatMoment(at), user.name, VIA[via]].filter(Boolean).join(' · ')}</div>
        <div>
          {title}: <span className={classes.before}>{valueInWords(before, field)}</span> → {valueInWords(after, field)}
        </div>
        {note && <div className={classes.head}>{note}</div>}
      </li>
    ))}
  </ul>
)
