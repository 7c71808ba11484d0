import { Alert, Stack, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Sentences } from '../../../ui/Sentences.tsx'
import quiet from '../../../ui/quiet.module.css'
import classes from './Dates.module.css'
import { NearestDate } from './NearestDate.tsx'
import { OddTime } from './OddTime.tsx'
import { checkDayQuery, nearestQuery } from './queries.ts'
import { warningsOf } from './texts.ts'

interface Chosen {
  day: string
  time: string | null
}

interface DayWarningsProps {
  release_id: number | null
  companies: number[]
  day: string | null
  time: string | null
  onChoose: (chosen: Chosen) => void
  /** Why the date is chosen in spite of the objections. */
  reason: string
  onReason: (reason: string) => void
}

interface NearestProps extends Pick<DayWarningsProps, 'release_id' | 'companies' | 'day' | 'time' | 'onChoose'> {
  /** What is said about the chosen day already. */
  said: readonly string[]
}

/** Offers the first date that suits all of the companies. */
function Nearest({ release_id, companies, day, time, onChoose, said }: NearestProps) {
  const { data } = useQuery(nearestQuery(release_id, companies))
  if (!data) return null
  const { found, refused } = data.together
  // Several companies have different clocks, so the time is shown by the reader's.
  const company_zone = data.each.length === 1 ? (data.each[0]?.company_zone ?? null) : null
  if (!found) return <p className={quiet.dim}>За два года вперёд нет даты, которая подошла бы. {refused[0]?.reason}</p>
  const { releaseDate, releaseTime } = found
  if (releaseDate === day && releaseTime === time) return null
  return (
    <>
      <NearestDate
        of={{ ...found, zone: data.zone, company_zone }}
        onChoose={() => onChoose({ day: releaseDate, time: releaseTime })}
      />
      <Sentences all={data.warnings?.filter((sentence) => !said.includes(sentence))} />
    </>
  )
}

/**
 * Shows the objections to a date as soon as it is entered, and the nearest suitable one. It does not forbid the date
 * but asks for a reason.
 */
export function DayWarnings({ reason, onReason, ...chosen }: DayWarningsProps) {
  const { release_id, companies, day, time } = chosen
  const { data } = useQuery(checkDayQuery(release_id, companies, day, time))
  const warnings = data ? warningsOf(data) : []
  const isAgainst = (data?.objections.length ?? 0) > 0
  return (
    <Stack gap="xs" role="status" className={classes.notes}>
      {data && day && <OddTime of={data} onChoose={(chosen_time) => chosen.onChoose({ day, time: chosen_time })} />}
      {warnings.length > 0 && (
        <Alert color="yellow" title="Обратите внимание на дату">
          <ul className={classes.objections}>
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Alert>
      )}
      <Nearest {...chosen} said={warnings} />
      {isAgainst && (
        <Textarea
          label="Почему всё же эта дата"
          description="Останется в истории; без причины там будет «причина не указана»."
          autosize
          maxLength={2000}
          value={reason}
          onChange={(event) => onReason(event.currentTarget.value)}
        />
      )}
    </Stack>
  )
}
