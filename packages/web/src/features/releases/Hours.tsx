import { formatDuration } from '../../ui/duration.ts'
import classes from './columns.module.css'
import quiet from '../../ui/quiet.module.css'

interface HoursProps {
  /** Minutes the requests need. */
  needed: number
  /** Minutes the release has. */
  planned: number
}

/** «174:30 / 162:00»: what the requests need of what is planned; too much is marked. */
export const Hours = ({ needed, planned }: HoursProps) => (
  <span>
    <span className={needed > planned ? classes.over : undefined}>
      {needed > planned && '▲ '}
      {formatDuration(needed)}
    </span>
    <span className={quiet.dim}> / {formatDuration(planned)}</span>
  </span>
)
