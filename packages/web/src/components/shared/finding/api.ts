import { finding } from '@vypusk/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/client.ts'

/** Not retried, because somebody who is typing should learn of a failure at once. */
export const foundQuery = (search: string) =>
  queryOptions({
    queryKey: ['finding', 'search', search],
    queryFn: ({ signal }) => call(finding.search, { query: { search }, signal, onRefusal: 'throw' }),
    enabled: search !== '',
    retry: false,
  })

/** Fetched whenever the dialog opens: something may have been opened on another device. */
export const recentQuery = queryOptions({
  queryKey: ['finding', 'recent'],
  queryFn: ({ signal }) => call(finding.recent, { signal, onRefusal: 'throw' }),
  staleTime: 0,
  retry: false,
})

/** Remembering is a courtesy, so its failure is ignored. */
export const remember = (kind: finding.Kind, id: number): Promise<unknown> =>
  call(finding.remember, { body: { kind, id }, onRefusal: 'throw' }).catch(() => null)
