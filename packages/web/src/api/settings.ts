import { auth } from '@vypusk/contract'
import type { BodyInput } from '@vypusk/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useChange } from './changes.ts'
import { call } from './client.ts'
import { useLateSave } from './late-send.ts'

export type PageSettings = BodyInput<typeof auth.saveSettings>['pageSettings']

/** By page. */
const unsaved = new Map<string, PageSettings>()

export const settingsQuery = queryOptions({
  queryKey: ['session', 'settings'],
  meta: { live: ['account'] },
  queryFn: async ({ signal }) => ({
    ...(await call(auth.getSettings, { signal, onRefusal: 'throw' })),
    ...Object.fromEntries(unsaved),
  }),
  staleTime: Infinity,
  gcTime: Infinity,
})

/**
 * The person's settings of one page: shown at once, and sent to the server a moment later.
 * @param page the name they are stored under (`BacklogTable`)
 * @returns what is stored (undefined until loaded or when there is nothing), a function to change it, and whether it
 *   has been loaded
 */
export function usePageSettings<Settings extends PageSettings>(
  page: string,
): [Settings | undefined, (next: Settings) => void, boolean] {
  const client = useQueryClient()
  const { data, isFetched, isLoadingError, refetch } = useQuery(settingsQuery)
  const saveLate = useLateSave<PageSettings>({
    unsaved,
    name: page,
    queryKey: settingsQuery.queryKey,
    send: (next) => call(auth.saveSettings, { body: { page, pageSettings: next }, keepalive: true }),
  })

  const save = useCallback(
    (next: Settings) => {
      // A change of what is usual would replace all that is stored, which is not known.
      if (isLoadingError) {
        void refetch()
        return
      }
      client.setQueryData(settingsQuery.queryKey, (all) => (all ? { ...all, [page]: next } : all))
      saveLate(next)
    },
    [client, page, saveLate, isLoadingError, refetch],
  )

  return [data?.[page] as Settings | undefined, save, isFetched]
}

/**
 * Changes what the person has gathered under the name of a page, such as sets of filters: from what is stored now, since
 * another of their browsers may have added something.
 * @returns a function that is given the change
 */
export function usePageSettingsChange<Settings extends PageSettings>(page: string) {
  const client = useQueryClient()
  return useChange({
    changes: [],
    scope: { id: `settings ${page}` },
    mutationFn: async (change: (now: Settings | undefined) => Settings) => {
      const stored = await call(auth.getSettings, { onRefusal: 'throw' })
      const next = change(stored[page] as Settings | undefined)
      await call(auth.saveSettings, { body: { page, pageSettings: next }, onRefusal: 'throw' })
      client.setQueryData(settingsQuery.queryKey, (all) => (all ? { ...all, [page]: next } : all))
    },
  }).mutate
}
