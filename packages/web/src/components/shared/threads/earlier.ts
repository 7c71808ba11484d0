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

/** A conversation as a query keeps it. */
interface Conversation extends Depth {
  threads: readonly threads.Thread[]
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

const isDeeper = (last: number | null, than: number | null) => than !== null && (last === null || last > than)

/** A thread as it was fetched, after the entries that precede it where it is shown. */
function withEarlier(shown: threads.Thread | undefined, fetched: threads.Thread): threads.Thread {
  const first = fetched.entries[0]?.id
  const place = shown?.entries.findIndex(({ id }) => id === first) ?? -1
  if (!shown || place < 1) return fetched
  const entries = [...shown.entries.slice(0, place), ...fetched.entries]
  return { ...fetched, entries, earlier: Math.max(0, fetched.earlier - place) }
}

/**
 * A conversation as it was fetched, with what has been opened meanwhile: a reply may come after «Показать более ранние»
 * and have been asked for fewer entries.
 */
export function keepOpened<List extends Conversation>(shown: List | undefined, fetched: List): List {
  if (!shown || !isDeeper(shown.last, fetched.last)) return fetched
  const known = new Map(shown.threads.map((thread) => [thread.id, thread]))
  return { ...fetched, last: shown.last, threads: fetched.threads.map((one) => withEarlier(known.get(one.id), one)) }
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
