import { finding } from '@vypusk/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/client.ts'

export const foundQuery = (search: string) =>
  queryOptions({
    queryKey: ['finding', 'search', search],
    queryFn: ({ signal }) => call(finding.search, { query: { search }, signal, onRefusal: 'throw' }),
    enabled: search !== '',
  })

/** Asked anew whenever the window opens: another device may have opened something since. */
export const recentQuery = queryOptions({
  queryKey: ['finding', 'recent'],
  queryFn: ({ signal }) => call(finding.recent, { signal, onRefusal: 'throw' }),
  staleTime: 0,
})

/** Memory is a courtesy: when it fails, nothing is said of it. */
export const remember = (kind: finding.Kind, id: number): Promise<unknown> =>
  call(finding.remember, { body: { kind, id }, onRefusal: 'throw' }).catch(() => null)
