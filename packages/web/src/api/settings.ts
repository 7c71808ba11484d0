import { auth } from '@vypusk/contract'
import type { BodyInput } from '@vypusk/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { call } from './client.ts'

export type PageSettings = BodyInput<typeof auth.saveSettings>['pageSettings']

export const settingsQuery = queryOptions({
  queryKey: ['session', 'settings'],
  queryFn: ({ signal }) => call(auth.getSettings, { signal, onRefusal: 'throw' }),
  staleTime: Infinity,
  gcTime: Infinity,
})

const SAVE_AFTER = 800

/**
 * The person's settings of one page: at once on the screen, a moment later on the server.
 * @param page the name they are kept under (`BacklogTable`)
 * @returns what is kept (undefined until known or when nothing is), and how to change it
 */
export function usePageSettings<Settings extends PageSettings>(
  page: string,
): [Settings | undefined, (next: Settings) => void, boolean] {
  const client = useQueryClient()
  const { data, isFetched } = useQuery(settingsQuery)
  const waiting = useRef<{ timer: number; send: () => void } | null>(null)

  useEffect(() => {
    const sendNow = () => {
      if (!waiting.current) return
      clearTimeout(waiting.current.timer)
      waiting.current.send()
    }
    addEventListener('pagehide', sendNow)
    return () => {
      removeEventListener('pagehide', sendNow)
      sendNow()
    }
  }, [])

  const save = useCallback(
    (next: Settings) => {
      client.setQueryData(settingsQuery.queryKey, (all) => (all ? { ...all, [page]: next } : all))
      if (waiting.current) clearTimeout(waiting.current.timer)
      const send = () => {
        waiting.current = null
        // Losing a column width is no reason to interrupt: the next change sends everything again.
        call(auth.saveSettings, { body: { page, pageSettings: next }, keepalive: true }).catch(() => {})
      }
      waiting.current = { timer: window.setTimeout(send, SAVE_AFTER), send }
    },
    [client, page],
  )

  return [data?.[page] as Settings | undefined, save, isFetched]
}
