import type { Change } from '@vypusk/contract'
import { formatMoment } from '../../ui/dates.ts'
import classes from './History.module.css'

const DASH = '–'

/** A recorded value in words: flags as да and нет, lists with commas, things by their name. */
export function valueInWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return DASH
  if (typeof value === 'boolean') return value ? 'да' : 'нет'
  if (Array.isArray(value)) return value.length === 0 ? DASH : value.map(valueInWords).join(', ')
  if (typeof value !== 'object') return String(value)
  const named = ['name', 'title', 'namecomp', 'namemod', 'name_step'].find((name) => name in value)
  return named ? String((value as Record<string, unknown>)[named]) : JSON.stringify(value)
}

/** Where it was done from, when not on a screen of ours. */
const VIA: Record<string, string> = { letter: 'из письма', on_behalf: 'за клиента', import: 'импорт' }

/** Who changed what, newest first. */
export const History = ({ changes }: { changes: readonly Change[] }) => (
  <ul className={classes.list}>
    {changes.map(({ id, at, user, title, before, after, via, note }) => (
      <li key={id} className={classes.item}>
        <div className={classes.head}>
          {[formatMoment(at), user.name, VIA[via]].filter(Boolean).join(' · ')}
        </div>
        <div>
          {title}: <span className={classes.before}>{valueInWords(before)}</span> → {valueInWords(after)}
        </div>
        {note && <div className={classes.head}>{note}</div>}
      </li>
    ))}
  </ul>
)
