import { companyCalendars } from '@vypusk/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/client.ts'

export const calendarQuery = (id: number) =>
  queryOptions({
    queryKey: ['company', 'calendar', id],
    queryFn: ({ signal }) => call(companyCalendars.get, { params: { id }, signal, onRefusal: 'throw' }),
    placeholderData: undefined,
  })
