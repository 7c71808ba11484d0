import { finding } from '@vypusk/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/client.ts'

/** Who waits for an answer while typing is told at once that there is none. */
export const foundQuery = (search: string) =>
  queryOptions({
    queryKey: ['finding', 'search', search],
    queryFn: ({ signal }) => call(finding.search, { query: { search }, signal, onRefusal: 'throw' }),
    enabled: search !== '',
    retry: false,
  })

/** Asked anew whenever the window opens: another device may have opened something since. */
export const recentQuery = queryOptions({
  queryKey: ['finding', 'recent'],
  queryFn: ({ signal }) => call(finding.recent, { signal, onRefusal: 'throw' }),
  staleTime: 0,
  retry: false,
})

/** Memory is a courtesy: when it fails, nothing is said of it. */
export const remember = (kind: finding.Kind, id: number): Promise<unknown> =>
  call(finding.remember, { body: { kind, id }, onRefusal: 'throw' }).catch(() => null)
