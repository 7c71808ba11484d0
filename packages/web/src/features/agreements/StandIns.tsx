import { formatDay } from '../../ui/dates.ts'
import quiet from '../../ui/quiet.module.css'
import classes from './agreements.module.css'
import type { Detail } from './api.ts'

/** Who is asked in addition to recipients who are away, and until when. */
export const StandIns = ({ agreement: { substitutes } }: { agreement: Detail }) =>
  substitutes.length > 0 && (
    <ul className={`${classes.reminders} ${quiet.dim}`} aria-label="Кто замещает получателей">
      {substitutes.map(({ user, substitute, date_to }) => (
        <li key={user.id}>
          {user.name}: замещающий – {substitute.name}, по {formatDay(date_to)}
        </li>
      ))}
    </ul>
  )
