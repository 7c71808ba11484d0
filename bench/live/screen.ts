import { QueryClient, QueryObserver, keepPreviousData } from '@tanstack/react-query'
import type { Page, live } from '@vypusk/contract'
import { createEventReader } from '../../packages/web/src/api/event-stream.ts'
import { createFollowing } from '../../packages/web/src/api/following.ts'

/** An open backlog without its picture: the web client's own code hears, decides and asks. */

interface RequestRow {
  id: number
  version: number
}
export interface AskedPage {
  ids?: number[]
  per_page?: number
  isBounded?: boolean
  client_ids?: (number | undefined)[]
}
export type Asks = (body: AskedPage) => Promise<Page<RequestRow>>

export interface Screen {
  ready: Promise<unknown>
  /** Takes what comes by the stream. */
  hear: (text: string) => void
}

export function openScreen(query: AskedPage, ask: Asks): Screen {
  const client = new QueryClient({
    defaultOptions: { queries: { placeholderData: keepPreviousData, staleTime: 30_000 } },
  })
  const observer = new QueryObserver(client, {
    queryKey: ['request', 'list', query],
    queryFn: () => ask(query),
    meta: {
      live: ['release', 'request_status', 'request_type'],
      rows: {
        ask: async (ids: number[]) => (await ask({ ...query, ids, per_page: ids.length })).data,
        placeOf: (row: { id: number }) => ({ ...row, version: 0 }),
      },
    },
  })
  const first = Promise.withResolvers<void>()
  observer.subscribe(({ isSuccess, error }) => {
    if (isSuccess) first.resolve()
    if (error) first.reject(error)
  })
  const following = createFollowing({ client, onAsking: () => {} })
  const read = createEventReader()
  return {
    ready: first.promise,
    hear: (text) => {
      for (const data of read(text)) following.note(JSON.parse(data) as live.LiveEvent)
    },
  }
}
