import { formatDuration } from '../../../ui/duration.ts'
import classes from './columns.module.css'
import quiet from '../../../ui/quiet.module.css'

interface HoursProps {
  /** Minutes that the requests need. */
  needed: number
  /** Minutes planned for the release. */
  planned: number
}

/** «174:30 / 162:00»: the hours of the requests and the planned hours; too many are marked. */
export const Hours = ({ needed, planned }: HoursProps) => (
  <span>
    <span className={needed > planned ? classes.over : undefined}>
      {needed > planned && '▲ '}
      {formatDuration(needed)}
    </span>
    <span className={quiet.dim}> / {formatDuration(planned)}</span>
  </span>
)
