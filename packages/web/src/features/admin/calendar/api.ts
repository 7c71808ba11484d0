import { adminCalendar } from '@vypusk/contract'
import type { BodyInput } from '@vypusk/contract'
import { queryOptions } from '@tanstack/react-query'
import { useChange } from '../../../api/changes.ts'
import { call } from '../../../api/client.ts'

export const yearQuery = (year: number) =>
  queryOptions({
    queryKey: ['calendar', year],
    queryFn: ({ signal }) => call(adminCalendar.year, { params: { year }, signal }),
  })

export type DayInput = BodyInput<typeof adminCalendar.setDay>

export const useSetDay = () =>
  useChange({
    changes: ['calendar'],
    mutationFn: (body: DayInput) => call(adminCalendar.setDay, { body, onRefusal: 'throw' }),
  })

export const useAddYear = () =>
  useChange({
    changes: ['calendar'],
    mutationFn: (year: number) => call(adminCalendar.addYear, { params: { year }, onRefusal: 'throw' }),
  })
