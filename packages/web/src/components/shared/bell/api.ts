import { notices } from '@vypusk/contract'
import type { BodyInput } from '@vypusk/contract'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { InfiniteData } from '@tanstack/react-query'
import { call } from '../../../api/client.ts'
import { invalidate } from '../../../api/query-client.ts'
import { notifyRefusal } from '../../kit/feedback/refused.ts'

/** The number of unread notices; updated by the person's own live events. */
export const countQuery = queryOptions({
  queryKey: ['notice', 'count'],
  queryFn: ({ signal }) => call(notices.count, { signal, onRefusal: 'throw' }),
})

interface Stretch {
  notices: notices.Notice[]
  next: number | null
  unread: number
  newest: number | null
}
type Stretches = InfiniteData<Stretch>

/**
 * The notices behind the bell. The key does not begin with a live entity, so notices that arrive while somebody reads
 * are offered above the list instead of pushing it down.
 */
export const noticesQuery = (unread: boolean) =>
  infiniteQueryOptions({
    queryKey: ['bell', { unread }],
    queryFn: ({ pageParam, signal }) =>
      call(notices.list, {
        query: { unread: String(unread), ...(pageParam === null ? {} : { before: pageParam }) },
        signal,
        onRefusal: 'throw',
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }: Stretch) => next,
    staleTime: 0,
  })

const mapped = (all: Stretches | undefined, change: (stretch: Stretch) => Stretch): Stretches | undefined =>
  all && { ...all, pages: all.pages.map(change) }

const isMarked = (body: BodyInput<typeof notices.read>, id: number) =>
  'until' in body ? id <= body.until : body.ids.includes(id)

/** Marks notices as read or unread at once; a refused change takes back what it has marked, and nothing else. */
export function useMark() {
  const client = useQueryClient()
  const both = [noticesQuery(true).queryKey, noticesQuery(false).queryKey]
  const change = (by: (stretch: Stretch) => Stretch) => {
    for (const key of both) client.setQueryData(key, (all) => mapped(all, by))
  }
  const setRead = (ids: ReadonlySet<number>, read: boolean) => {
    const marked = (one: notices.Notice) => (ids.has(one.id) ? { ...one, read } : one)
    change((stretch) => ({ ...stretch, notices: stretch.notices.map(marked) }))
  }
  return useMutation({
    mutationFn: (body: BodyInput<typeof notices.read>) => call(notices.read, { body }),
    onMutate: (body) => {
      const read = 'until' in body || body.read
      const shown = both.flatMap((key) => client.getQueryData(key)?.pages ?? []).flatMap((stretch) => stretch.notices)
      const changed = shown.filter((one) => isMarked(body, one.id) && one.read !== read)
      const ids = new Set(changed.map(({ id }) => id))
      setRead(ids, read)
      return { ids, read }
    },
    onSuccess: ({ unread, newest }) => {
      client.setQueryData(countQuery.queryKey, { unread, newest })
      change((stretch) => ({ ...stretch, unread, newest }))
    },
    onError: (error, _, marked) => {
      if (marked) setRead(marked.ids, !marked.read)
      notifyRefusal(error)
      void invalidate(['bell'])
    },
  })
}
