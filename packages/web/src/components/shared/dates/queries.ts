import { calendar, dates } from '@vypusk/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/client.ts'

/** The objections to a date; fetched once a release, a company and a day are known. */
export const checkDayQuery = (
  release_id: number | null,
  companies: number[],
  day: string | null,
  time: string | null,
) =>
  queryOptions({
    queryKey: ['agreement', 'list', 'check-day', release_id, companies, day, time],
    queryFn: ({ signal }) =>
      call(calendar.checkDay, {
        params: { release_id: release_id ?? 0, day: day ?? '' },
        query: { companies, ...(time ? { time } : {}) },
        signal,
        onRefusal: 'throw',
      }),
    enabled: release_id !== null && day !== null,
    meta: { live: ['calendar', 'freeze', 'company', 'release'] },
    placeholderData: undefined,
  })

/** The nearest dates without objections. */
export const nearestQuery = (release_id: number | null, companies: number[]) =>
  queryOptions({
    queryKey: ['agreement', 'list', 'nearest-dates', release_id, companies],
    queryFn: ({ signal }) =>
      call(dates.forRelease, {
        params: { release_id: release_id ?? 0 },
        query: { companies },
        signal,
        onRefusal: 'throw',
      }),
    enabled: release_id !== null && companies.length > 0,
    meta: { live: ['calendar', 'freeze', 'company', 'release'] },
    placeholderData: undefined,
  })
