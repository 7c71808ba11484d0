import { agreements, releases, reminders } from '@vypusk/contract'
import type { QueryInput } from '@vypusk/contract'
import { queryOptions } from '@tanstack/react-query'
import { useChange } from '../../api/changes.ts'
import { AGREEMENT_NEIGHBOURS } from '../../api/agreements.ts'
import { call } from '../../api/client.ts'
import { showNotice } from '../../components/kit/feedback/notices.ts'
import { toast } from '../../components/kit/feedback/toast.tsx'
import { notifyUpdated, useAnswerOffer, useUpdateAgreement } from '../../components/shared/agreement/api.ts'
import { isUntouched } from './fields.ts'
import { matrixParts } from './matrix/matrix-parts.ts'
import { notifyRefusal } from '../../components/kit/feedback/refused.ts'
import { hurriedNotice, NOT_UPDATED } from './texts.ts'

export type Detail = agreements.AgreementDetail

/** Ids are sent as «1,2,3»; statuses are those that rows show. */
type ListInput = Omit<QueryInput<typeof agreements.list>, 'release_ids' | 'client_ids' | 'statuses'> & {
  release_ids?: number[]
  client_ids?: number[]
  statuses?: number[]
}

/** The list's call, which its page and its workbook share. */
export const toQuery = ({ statuses: shown_statuses, ...query }: ListInput) => ({ ...query, shown_statuses })

export function agreementsQuery(list: ListInput) {
  const query = toQuery(list)
  return queryOptions({
    queryKey: ['agreement', 'list', query],
    queryFn: ({ signal }) => call(agreements.list, { query, signal }),
    meta: { live: [...AGREEMENT_NEIGHBOURS, 'calendar', 'user'] },
  })
}

type MatrixInput = Pick<ListInput, 'release_ids' | 'client_ids' | 'statuses' | 'search_string'> & {
  date_from?: string | null
  date_to?: string | null
}

/** The matrix's call: only the filters of the list's query, because the matrix has no pages. */
export function toMatrixQuery(list: MatrixInput) {
  const { release_ids, client_ids, statuses, search_string, date_from, date_to } = list
  return {
    release_ids,
    client_ids,
    shown_statuses: statuses,
    search_string,
    date_from: date_from ?? undefined,
    date_to: date_to ?? undefined,
  }
}

export function matrixQuery(list: MatrixInput) {
  const query = toMatrixQuery(list)
  return queryOptions({
    queryKey: ['agreement', 'list', 'matrix', query],
    queryFn: ({ signal }) => call(agreements.matrix, { query, signal }),
    meta: { live: [...AGREEMENT_NEIGHBOURS, 'calendar'], parts: matrixParts(query) },
  })
}

export const agreementFiltersQuery = queryOptions({
  queryKey: ['agreement', 'filters'],
  meta: { live: ['release', 'company'] },
  queryFn: ({ signal }) => call(agreements.getFilters, { signal }),
  staleTime: 5 * 60_000,
})

const CHOICES = 30

export const releaseChoiceQuery = (search_string: string) =>
  queryOptions({
    queryKey: ['release', 'choice', search_string],
    queryFn: ({ signal }) =>
      call(releases.list, {
        body: { search_string: search_string || undefined, per_page: CHOICES, order_by: 'near' },
        signal,
        onRefusal: 'throw',
      }),
  })

const told = { onSuccess: notifyUpdated, onError: (error: Error) => toast.error(NOT_UPDATED, error) }

/** Saves one target, based on the page as it is shown. */
export const useSaveTarget = (shown: Detail) =>
  useUpdateAgreement(shown.id, {
    ...told,
    again: { shown, isSame: (seen, current, { updateTarget }) => isUntouched(updateTarget, seen, current) },
  })

/** Accepts or declines an offered date; if somebody else was faster, this is reported and the new state is shown. */
export const useAnswer = ({ id }: Detail) => useAnswerOffer(id, told)

export const remindersQuery = (id: number) =>
  queryOptions({
    queryKey: ['agreement', 'reminders', id],
    queryFn: ({ signal }) => call(reminders.list, { params: { id }, signal, onRefusal: 'throw' }),
    meta: { live: ['user', 'company', 'calendar'] },
    placeholderData: undefined,
  })

/** Pauses the reminders with a reason; resumes them without one. */
export const usePauseReminders = (id: number) =>
  useChange({
    changes: ['agreement'],
    mutationFn: (reason: string | null) =>
      reason === null
        ? call(reminders.resume, { params: { id }, onRefusal: 'throw' })
        : call(reminders.pause, { params: { id }, body: { reason }, onRefusal: 'throw' }),
    onError: notifyRefusal,
  })

export const useHurryReminder = (id: number) =>
  useChange({
    changes: ['agreement', 'release'],
    mutationFn: (stage: reminders.Stage) =>
      call(reminders.hurry, { params: { id }, body: { stage }, onRefusal: 'throw' }),
    onSuccess: ({ mail }) => showNotice(hurriedNotice(mail)),
    onError: notifyRefusal,
  })

export const useDeleteAgreement = (id: number) =>
  useChange({
    changes: ['agreement', 'release'],
    gone: () => ({ entity: 'agreement', id }),
    mutationFn: (client_reason: string | undefined) =>
      call(agreements.remove, { params: { id }, query: { client_reason }, onRefusal: 'throw' }),
  })
