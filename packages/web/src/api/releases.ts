import { releases } from '@vypusk/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from './client.ts'

/**
 * What is shown of a release also depends on these, some of which it only names (named.test.ts); a date that has passed
 * is read by the company's clock.
 */
export const RELEASE_NEIGHBOURS = {
  live: ['agreement', 'publication', 'release_step', 'request', 'company', 'module', 'system', 'user'],
} as const

/** The part of a query key that keeps what staff read as a company apart from what they read as themselves. */
export const eyes = (as_company: number | undefined) => (as_company === undefined ? [] : [as_company])

interface Reading {
  /** Staff read the release as this company's people see it. */
  as_company?: number | undefined
  /**
   * `throw` when the release is only a part of the page; otherwise a refusal leads to the error page (brief, section
   * 8).
   */
  onRefusal?: 'page' | 'throw'
}

/**
 * One release.
 * @throws 403 «Нет доступа к данному релизу», 404
 */
export const releaseQuery = (id: number, { as_company, onRefusal = 'page' }: Reading = {}) =>
  queryOptions({
    queryKey: ['release', 'one', id, ...eyes(as_company)],
    queryFn: ({ signal }) => call(releases.get, { params: { id }, query: { as_company }, signal, onRefusal }),
    // What holds it may be a closed day, or that nobody is left to answer, and its end is counted in working days; lists
    // do not say so.
    meta: { live: [...RELEASE_NEIGHBOURS.live, 'freeze', 'calendar'], thing: id },
    placeholderData: undefined,
  })
