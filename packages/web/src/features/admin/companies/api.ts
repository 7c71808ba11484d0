import { adminCompanies } from '@vypusk/contract'
import type { QueryInput } from '@vypusk/contract'
import { queryOptions } from '@tanstack/react-query'
import { useChange } from '../../../api/changes.ts'
import { call } from '../../../api/client.ts'

type CompaniesQuery = QueryInput<typeof adminCompanies.list>
/** A row for the table, with an `id`. */
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

export const useHideCompany = (id: number) =>
  useChange({
    changes: ['company'],
    mutationFn: (is_hidden: boolean) =>
      call(adminCompanies.hide, { params: { id }, body: { is_hidden }, onRefusal: 'throw' }),
    put: ({ company }) => [[companyQuery(id).queryKey, company]],
  })
