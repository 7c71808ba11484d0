import { requests } from '@vypusk/contract'
import type { FileInfo } from '@vypusk/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/client.ts'

/** The values of the form for a new request. */
export type NewRequest = {
  company: number | null
  module: number | null
  type: number | null
  urgency: number
  priority: number | null
  e_title: string
  text: string
  files: FileInfo[]
}

export const emptyRequest: NewRequest = {
  company: null,
  module: null,
  type: null,
  urgency: 1,
  priority: null,
  e_title: '',
  text: '',
  files: [],
}

/**
 * The choices of the form.
 * @param company chosen by staff; a client's own is known
 */
export const requestFormQuery = (company: number | null) =>
  queryOptions({
    queryKey: ['request-form', company],
    meta: { live: ['system', 'module', 'company', 'request_type'] },
    queryFn: ({ signal }) => call(requests.requestForm, { query: company === null ? {} : { company }, signal }),
  })

/** Sends the form. */
export function createRequest({ company, module, type, files: attached, ...rest }: NewRequest, idempotencyKey: string) {
  if (module === null || type === null) throw new Error('the form was sent before it was filled in')
  const body = { ...rest, module, type, files: attached.map(({ id }) => id), ...(company && { company }) }
  return call(requests.createRequest, { body, idempotencyKey, onRefusal: 'throw' })
}
