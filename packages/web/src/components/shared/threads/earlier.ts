import { threads } from '@vypusk/contract'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { useState } from 'react'
import { queryClient } from '../../../api/query-client.ts'

/** How many entries of threads are fetched: the newest, and more on request. */

/** What a query keeps beside the threads that it has fetched. */
export interface Depth {
  /** How many of the newest entries of each thread have been asked for; null for all. */
  last: number | null
}

/** So many of the newest entries are shown at first, and so many times as many with each «Показать более ранние». */
const FIRST = 200
const MORE = 4

const moreThan = (last: number | null) => (last === null || last * MORE > threads.MOST_LAST ? null : last * MORE)

/** How many entries a query asks for: as many as are shown already, so that what has been opened stays open. */
export function depthOf(client: Pick<QueryClient, 'getQueryData'>, queryKey: QueryKey) {
  const { last } = client.getQueryData<Depth>(queryKey) ?? { last: FIRST }
  return { last, query: last === null ? {} : { last } }
}

/** Shows earlier entries too. */
export function useEarlier({ queryKey }: { queryKey: QueryKey }, refetch: () => Promise<unknown>) {
  const [isPending, setPending] = useState(false)
  const show = async () => {
    setPending(true)
    queryClient.setQueryData<Depth>(queryKey, (shown) => shown && { ...shown, last: moreThan(shown.last) })
    await refetch()
    setPending(false)
  }
  return { isPending, show }
}
