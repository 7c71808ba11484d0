import { companyCalendars, type BodyInput } from '@vypusk/contract'
import { queryOptions } from '@tanstack/react-query'
import { useChange, type Put } from '../../api/changes.ts'
import { call } from '../../api/client.ts'

export const calendarQuery = (id: number) =>
  queryOptions({
    queryKey: ['company', 'calendar', id],
    queryFn: ({ signal }) => call(companyCalendars.get, { params: { id }, signal, onRefusal: 'throw' }),
    placeholderData: undefined,
  })

const put = ({ calendar }: { calendar: companyCalendars.CompanyCalendar }): Put[] => [
  [calendarQuery(calendar.company.idcomp).queryKey, calendar],
]

/** Closes days; the list shows them at once. */
export const useCloseDays = (id: number) =>
  useChange({
    changes: ['company', 'freeze'],
    put,
    mutationFn: (body: BodyInput<typeof companyCalendars.close>) =>
      call(companyCalendars.close, { params: { id }, body, onRefusal: 'throw' }),
  })

export const useOpenDays = (id: number) =>
  useChange({
    changes: ['company', 'freeze'],
    put,
    mutationFn: (closed_id: number) => call(companyCalendars.open, { params: { id, closed_id }, onRefusal: 'throw' }),
  })
