import { adminCalendar } from '@vypusk/contract'
import type { BodyInput } from '@vypusk/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/client.ts'

export const yearQuery = (year: number) =>
  queryOptions({
    queryKey: ['calendar', year],
    queryFn: ({ signal }) => call(adminCalendar.year, { params: { year }, signal }),
  })

export type DayInput = BodyInput<typeof adminCalendar.setDay>

export function useSetDay() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: DayInput) => call(adminCalendar.setDay, { body, onRefusal: 'throw' }),
    onSettled: () => client.invalidateQueries({ queryKey: ['calendar'] }),
  })
}

export function useAddYear() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (year: number) => call(adminCalendar.addYear, { params: { year }, onRefusal: 'throw' }),
    onSettled: () => client.invalidateQueries({ queryKey: ['calendar'] }),
  })
}
