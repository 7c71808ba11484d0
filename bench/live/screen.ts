import { QueryClient, QueryObserver, keepPreviousData } from '@tanstack/query-core'
import type { Page, live } from '@vypusk/contract'

/** An open backlog without rendering: the web client's own code reads events, decides what to fetch and fetches it. */

interface Following {
  note: (event: live.LiveEvent) => void
}

// Imported by URL: these modules use browser types, which are not available when this file is type-checked.
const ofWeb = (file: string) => import(new URL(`../../packages/web/src/api/${file}`, import.meta.url).href)
const { createEventReader }: { createEventReader: () => (text: string) => string[] } = await ofWeb('event-stream.ts')
const { createFollowing }: { createFollowing: (input: { client: QueryClient; onFetching: () => void }) => Following } =
  await ofWeb('changes-of-others.ts')

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
  /** Handles text from the event stream. */
  receive: (text: string) => void
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
  const following = createFollowing({ client, onFetching: () => {} })
  const read = createEventReader()
  return {
    ready: first.promise,
    receive: (text) => {
      for (const data of read(text)) following.note(JSON.parse(data))
    },
  }
}
