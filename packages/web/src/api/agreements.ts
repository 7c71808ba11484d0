import { agreements } from '@vypusk/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from './client.ts'

/**
 * What is shown of an agreement also depends on these: a publication or a closing step ends what was asked, as
 * `agreements.shownStatus` says, and whether a date has passed is read by the company's clock.
 */
export const AGREEMENT_NEIGHBOURS = ['release', 'release_step', 'publication', 'company'] as const

/**
 * One agreement with what the person may do about it.
 * @param onRefusal `throw` when the agreement is only a part of the page
 */
export const agreementQuery = (id: number, onRefusal: 'page' | 'throw' = 'page') =>
  queryOptions({
    queryKey: ['agreement', 'one', id],
    queryFn: ({ signal }) => call(agreements.get, { params: { id }, signal, onRefusal }),
    // Closed days object to its date, and people may no longer be written to; lists show neither.
    meta: { live: [...AGREEMENT_NEIGHBOURS, 'calendar', 'delivery', 'freeze', 'module', 'system', 'user'], thing: id },
    placeholderData: undefined,
  })
