import { approve, trials } from '@vypusk/contract'
import type { BodyInput } from '@vypusk/contract'
import { queryOptions } from '@tanstack/react-query'
import { isApiError, type ApiError } from '../../api/api-error.ts'
import { useChange } from '../../api/changes.ts'
import { call } from '../../api/client.ts'
import { noteZone } from '../../ui/zone.ts'
import { namedDate, type AskDates } from '../../components/shared/dates/OwnDate.tsx'

type Answer = BodyInput<typeof approve.answer>

/** The person named in the refusal of a link, so that there is somebody to write to. */
export function askerIn({ data }: ApiError): approve.Question['asker'] | null {
  return (data['asker'] as approve.Question['asker'] | undefined) ?? null
}

/** Fetched once: the answer must be about what was read, so nothing may change it while it is being read. */
export const questionQuery = (token: string) =>
  queryOptions({
    queryKey: ['approve', token],
    queryFn: async ({ signal }) => {
      const question = await call(approve.ask, { params: { token }, signal, onRefusal: 'throw' })
      noteZone(question.zone)
      return question
    },
    staleTime: Infinity,
    placeholderData: undefined,
  })

/**
 * The reply is the question as it is answered, and is kept as such: a form that is left forgets its own call.
 * @param lookAgain fetches the question: what is refused has changed since it was read, and is shown as it is now, the
 *   scope or that somebody has answered
 * @param readRemarks fetches the remarks, one of which may have been given with the answer
 */
export const useAnswer = (token: string, lookAgain: () => unknown, readRemarks: () => unknown) =>
  useChange({
    changes: [],
    mutationFn: (body: Answer) => call(approve.answer, { params: { token }, body, onRefusal: 'throw' }),
    put: ({ question }) => [[questionQuery(token).queryKey, question]],
    onSuccess: () => void readRemarks(),
    onError: (error) => {
      if (isApiError(error) && error.status > 0) void lookAgain()
    },
  })

/** The link's company's results on the test environment. */
export const linkedTrialsQuery = (token: string) =>
  queryOptions({
    queryKey: ['approve', token, 'trials'],
    queryFn: ({ signal }) => call(trials.ask, { params: { token }, signal, onRefusal: 'throw' }),
    placeholderData: undefined,
  })

export const reportByLink = (token: string, body: BodyInput<typeof trials.answer>) =>
  call(trials.answer, { params: { token }, body, onRefusal: 'throw' })

/** Dates that suit the link's company. */
export const linkedDates =
  (token: string): AskDates =>
  (day, time) => ({
    queryKey: ['approve', token, 'nearest-date', day, time],
    queryFn: ({ signal }) =>
      call(approve.dates, { params: { token }, query: namedDate(day, time), signal, onRefusal: 'throw' }),
  })
