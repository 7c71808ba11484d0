import { agreements } from '@vypusk/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from './client.ts'

/**
 * One agreement with what the person may do about it.
 * @param onRefusal `throw` when the agreement is only a part of the page
 */
export const agreementQuery = (id: number, onRefusal: 'page' | 'throw' = 'page') =>
  queryOptions({
    queryKey: ['agreement', 'one', id],
    queryFn: ({ signal }) => call(agreements.get, { params: { id }, signal, onRefusal }),
    meta: { live: ['release', 'delivery'], thing: id },
    placeholderData: undefined,
  })
