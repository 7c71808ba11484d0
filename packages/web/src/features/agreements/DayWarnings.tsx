import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { today } from '../../ui/dates.ts'
import { checkDayQuery } from './calendar/api.ts'
import { warningsOf } from './calendar/texts.ts'
import classes from './agreements.module.css'

interface DayWarningsProps {
  release_id: number | null
  companies: number[]
  day: string | null
}

/** Weekends, holidays and clashes of a day, as soon as it is named. A warning forbids nothing. */
export function DayWarnings({ release_id, companies, day }: DayWarningsProps) {
  const { data } = useQuery(checkDayQuery(release_id, companies, day))
  const warnings = data ? warningsOf(data, today()) : []
  return (
    <div role="status">
      {warnings.length > 0 && (
        <Alert color="yellow" title="Обратите внимание на дату">
          <ul className={classes.warnings}>
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Alert>
      )}
    </div>
  )
}
