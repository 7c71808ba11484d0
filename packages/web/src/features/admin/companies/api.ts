import { adminCompanies, lookups } from '@vypusk/contract'
import type { QueryInput } from '@vypusk/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/client.ts'

type CompaniesQuery = QueryInput<typeof adminCompanies.list>
/** A row as the table wants it: by `id`. */
export type CompanyRow = adminCompanies.CompanyRow & { id: number }

export const companiesQuery = (query: CompaniesQuery) =>
  queryOptions({
    queryKey: ['company', 'list', query],
    queryFn: ({ signal }) => call(adminCompanies.list, { query, signal }),
    select: (page) => ({ ...page, data: page.data.map((row): CompanyRow => ({ ...row, id: row.idcomp })) }),
    meta: { live: ['user'] },
  })

export const companyQuery = (id: number) =>
  queryOptions({
    queryKey: ['company', 'one', id],
    queryFn: ({ signal }) => call(adminCompanies.get, { params: { id }, signal, onRefusal: 'throw' }),
    meta: { live: ['user', 'module', 'release'] },
    placeholderData: undefined,
  })

export const systemsQuery = queryOptions({
  queryKey: ['lookups', 'systems'],
  queryFn: ({ signal }) => call(lookups.systemsModules, { signal, onRefusal: 'throw' }),
  meta: { live: ['system', 'module'] },
  staleTime: 5 * 60_000,
})

export function useHideCompany(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (is_hidden: boolean) =>
      call(adminCompanies.hide, { params: { id }, body: { is_hidden }, onRefusal: 'throw' }),
    onSuccess: ({ company }) => {
      client.setQueryData(companyQuery(id).queryKey, company)
      return client.invalidateQueries({ queryKey: ['company', 'list'] })
    },
  })
}
