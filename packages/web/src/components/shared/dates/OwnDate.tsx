import { dates } from '@vypusk/contract'
import { useQuery, type UseQueryOptions } from '@tanstack/react-query'
import { call } from '../../../api/client.ts'
import { Sentences } from '../../../ui/Sentences.tsx'
import classes from './Dates.module.css'
import { isOther } from './moments.ts'
import { NearestDate } from './NearestDate.tsx'
import { OddTime } from './OddTime.tsx'
import { Objections } from './Objections.tsx'

/** Builds the query for the nearest date and for objections to the entered one. */
export type AskDates = (day: string | null, time: string | null) => UseQueryOptions<dates.DatesOfAgreement>

/** The parameters of the query: the day and time that have been entered. */
export const namedDate = (day: string | null, time: string | null) => ({
  ...(day ? { day } : {}),
  ...(time ? { time } : {}),
})

/** The dates of an agreement, for people who may open it. */
export const datesOfAgreement =
  (id: number): AskDates =>
  (day, time) => ({
    queryKey: ['agreement', 'nearest-date', id, day, time],
    queryFn: ({ signal }) =>
      call(dates.forAgreement, { params: { id }, query: namedDate(day, time), signal, onRefusal: 'throw' }),
    meta: { live: ['calendar', 'freeze', 'company', 'release'] },
  })

interface OwnDateProps {
  /** The date that was sent to the client for approval. */
  present: { releaseDate: string | null; releaseTime: string | null }
  ask: AskDates
  releaseDate: string | null
  releaseTime: string | null
  onChoose: (found: { releaseDate: string; releaseTime: string | null }) => void
}

/** Shows the objections to the date that a client is about to offer, and the nearest suitable one; it only warns. */
export function OwnDate({ ask, present, releaseDate, releaseTime, onChoose }: OwnDateProps) {
  const { data } = useQuery(ask(releaseDate, releaseTime))
  if (!data) return null
  const { found, objections } = data
  const isNew = found !== null && isOther(found, [{ releaseDate, releaseTime }, present])
  return (
    <div role="status" className={classes.notes}>
      {releaseDate && <OddTime of={data} onChoose={(time) => onChoose({ releaseDate, releaseTime: time })} />}
      <Objections title="Эта дата может не подойти" objections={objections} />
      {isNew && <NearestDate of={{ ...data, ...found }} onChoose={() => onChoose(found)} />}
      <Sentences all={data.warnings} />
    </div>
  )
}
