import { releases } from '@vypusk/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from './client.ts'

/** What is shown of a release hangs on these too. */
export const RELEASE_NEIGHBOURS = { live: ['agreement', 'publication', 'request'] } as const

/** What staff read with a company's eyes is kept apart from what they read with their own. */
export const eyes = (as_company: number | undefined) => (as_company === undefined ? [] : [as_company])

interface Reading {
  /** Staff read it as people of this company do. */
  as_company?: number | undefined
  /** `throw` where the release is a part of the page; otherwise a refusal answers for the page (brief, section 8). */
  onRefusal?: 'page' | 'throw'
}

/** One release: 403 «Нет доступа к данному релизу», 404. */
export const releaseQuery = (id: number, { as_company, onRefusal = 'page' }: Reading = {}) =>
  queryOptions({
    queryKey: ['release', 'one', id, ...eyes(as_company)],
    queryFn: ({ signal }) => call(releases.get, { params: { id }, query: { as_company }, signal, onRefusal }),
    meta: { ...RELEASE_NEIGHBOURS, thing: id },
    placeholderData: undefined,
  })
