import { dates } from '@vypusk/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../../api/client.ts'
import { isOther } from './moments.ts'
import { NearestDate } from './NearestDate.tsx'
import { Objections } from './Objections.tsx'

const datesQuery = (id: number, day: string | null, time: string | null) =>
  queryOptions({
    queryKey: ['agreement', 'nearest-date', id, day, time],
    queryFn: ({ signal }) =>
      call(dates.forAgreement, {
        params: { id },
        query: { ...(day ? { day } : {}), ...(time ? { time } : {}) },
        signal,
        onRefusal: 'throw',
      }),
    meta: { live: ['company', 'release'] },
  })

interface OwnDateProps {
  /** The date that the client is asked about. */
  present: { releaseDate: string | null; releaseTime: string | null }
  id: number
  releaseDate: string | null
  releaseTime: string | null
  onChoose: (found: { releaseDate: string; releaseTime: string | null }) => void
}

/** What speaks against the date that a client is about to offer, and the nearest that fits; it only warns. */
export function OwnDate({ id, present, releaseDate, releaseTime, onChoose }: OwnDateProps) {
  const { data } = useQuery(datesQuery(id, releaseDate, releaseTime))
  if (!data) return null
  const { found, objections } = data
  const isNew = found !== null && isOther(found, [{ releaseDate, releaseTime }, present])
  return (
    <div role="status">
      <Objections title="Эта дата может не подойти" objections={objections} />
      {isNew && <NearestDate of={{ ...data, ...found }} onChoose={() => onChoose(found)} />}
    </div>
  )
}
