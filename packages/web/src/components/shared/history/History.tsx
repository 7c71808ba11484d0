import { valueInWords } from '@vypusk/contract'
import type { Change } from '@vypusk/contract'
import { formatMoment } from '../../../ui/dates.ts'
import classes from './History.module.css'
import ruled from '../../../ui/Ruled.module.css'

const DASH = '–'

/** A recorded value in words; «–» if it is empty. */
export const recordedInWords = (value: unknown, field = ''): string => valueInWords(value, field, formatMoment) || DASH

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
          {title}: <span className={classes.before}>{recordedInWords(before, field)}</span> →{' '}
          {recordedInWords(after, field)}
        </div>
        {note && <div className={classes.head}>{note}</div>}
      </li>
    ))}
  </ul>
)
