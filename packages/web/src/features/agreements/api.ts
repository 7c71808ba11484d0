import { agreements, lookups, offers, releases, reminders } from '@vypusk/contract'
import type { BodyInput, QueryInput, ReplyOf } from '@vypusk/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { isApiError } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { sayNotice } from '../../components/feedback/notices.ts'
import { toast } from '../../components/feedback/toast.tsx'
import { isUntouched } from './fields.ts'
import { NOT_UPDATED, updatedNotice } from './texts.ts'

export type Detail = agreements.AgreementDetail
type Update = BodyInput<typeof agreements.update>

const oneKey = (id: number) => ['agreement', 'one', id] as const

/** Ids travel as «1,2,3». */
type ListInput = Omit<QueryInput<typeof agreements.list>, 'release_ids' | 'client_ids' | 'statuses'> & {
  release_ids?: number[]
  client_ids?: number[]
  statuses?: number[]
}

export const agreementsQuery = (query: ListInput) =>
  queryOptions({
    queryKey: ['agreement', 'list', query],
    queryFn: ({ signal }) => call(agreements.list, { query, signal }),
    meta: { live: ['release'] },
  })

type MatrixInput = Pick<ListInput, 'release_ids' | 'client_ids' | 'statuses' | 'search_string'> & {
  date_from?: string | null
  date_to?: string | null
}

/** Of the list's query only the filters: the matrix has no pages. */
export function matrixQuery(list: MatrixInput) {
  const { release_ids, client_ids, statuses, search_string, date_from, date_to } = list
  const query = {
    release_ids,
    client_ids,
    statuses,
    search_string,
    date_from: date_from ?? undefined,
    date_to: date_to ?? undefined,
  }
  return queryOptions({
    queryKey: ['agreement', 'list', 'matrix', query],
    queryFn: ({ signal }) => call(agreements.matrix, { query, signal }),
    meta: { live: ['release'] },
  })
}

export const agreementFiltersQuery = queryOptions({
  queryKey: ['agreement', 'filters'],
  queryFn: ({ signal }) => call(agreements.getFilters, { signal }),
  staleTime: 5 * 60_000,
})

export const agreementQuery = (id: number) =>
  queryOptions({
    queryKey: oneKey(id),
    queryFn: ({ signal }) => call(agreements.get, { params: { id }, signal }),
    meta: { live: ['release', 'delivery'] },
    placeholderData: undefined,
  })

/** People of one company, also those without an address. */
export const companyPeopleQuery = (company_id: number) =>
  queryOptions({
    queryKey: ['contacts', company_id],
    meta: { live: ['user'] },
    queryFn: ({ signal }) => call(lookups.companyContacts, { params: { n: company_id }, signal, onRefusal: 'throw' }),
    placeholderData: undefined,
  })

/** Whom letters about these companies can go to; refused with the brief's sentence when a side has nobody. */
export const addresseesQuery = (companies: number[]) =>
  queryOptions({
    queryKey: ['contacts', 'addressees', companies],
    meta: { live: ['user'] },
    queryFn: ({ signal }) => call(lookups.getContacts, { body: { companies }, signal, onRefusal: 'throw' }),
    enabled: companies.length > 0,
    placeholderData: undefined,
  })

const CHOICES = 30

export const releaseChoiceQuery = (search_string: string) =>
  queryOptions({
    queryKey: ['release', 'choice', search_string],
    queryFn: ({ signal }) =>
      call(releases.list, {
        body: { search_string: search_string || undefined, per_page: CHOICES, order_by: 'plan_date', isDesc: true },
        signal,
        onRefusal: 'throw',
      }),
  })

export const releaseQuery = (id: number | null) =>
  queryOptions({
    queryKey: ['release', 'one', id],
    queryFn: ({ signal }) => call(releases.get, { params: { id: id ?? 0 }, signal, onRefusal: 'throw' }),
    enabled: id !== null,
    meta: { live: ['agreement'] },
    placeholderData: undefined,
  })

/**
 * Saves one target. When somebody else has changed another part of the agreement meanwhile the save
 * goes on by itself; when they changed the same, it is refused and the screen shows both.
 */
export function useUpdateAgreement(agreement: Detail) {
  const client = useQueryClient()
  const { id } = agreement
  const send = (body: Update, version: number) =>
    call(agreements.update, { params: { id }, body: { ...body, version }, onRefusal: 'throw' })
  return useMutation({
    mutationFn: async (body: Update) => {
      try {
        return await send(body, agreement.version)
      } catch (error) {
        const current =
          isApiError(error) && error.status === 409 ? (error.data['current'] as Detail | undefined) : undefined
        if (!current) throw error
        client.setQueryData(oneKey(id), current)
        if (!isUntouched(body.updateTarget, agreement, current)) throw error
        return send(body, current.version)
      }
    },
    onSuccess: (reply) => showSaved(client, reply),
    onError: () => toast.error(NOT_UPDATED),
  })
}

type Saved = ReplyOf<typeof agreements.update>

/** The page follows at once, and the notice says how the letters fared. */
function showSaved(client: QueryClient, { agreement, mail }: Saved) {
  client.setQueryData(oneKey(agreement.id), agreement)
  sayNotice(updatedNotice(mail))
  return client.invalidateQueries({ queryKey: ['agreement', 'list'] })
}

/** Accepts or declines an offered date, on the page as it is shown: whoever was first is told of, and shown. */
export function useAnswerOffer({ id, version }: Detail) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (answer: { id: number; body: BodyInput<typeof offers.answer> }) =>
      call(offers.answer, {
        params: { id, offer_id: answer.id },
        body: { ...answer.body, version },
        onRefusal: 'throw',
      }),
    onSuccess: (reply) => showSaved(client, reply),
    onError: () => {
      toast.error(NOT_UPDATED)
      return client.invalidateQueries({ queryKey: oneKey(id) })
    },
  })
}

export const remindersQuery = (id: number) =>
  queryOptions({
    queryKey: ['agreement', 'reminders', id],
    queryFn: ({ signal }) => call(reminders.list, { params: { id }, signal, onRefusal: 'throw' }),
    placeholderData: undefined,
  })

export function useDeleteAgreement(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(agreements.remove, { params: { id }, onRefusal: 'throw' }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['agreement', 'list'] }),
  })
}
