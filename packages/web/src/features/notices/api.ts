import { notices } from '@vypusk/contract'
import type { BodyInput } from '@vypusk/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { notifyRefusal } from '../../components/kit/feedback/refused.ts'

export const settingsQuery = queryOptions({
  queryKey: ['notices', 'settings'],
  queryFn: ({ signal }) => call(notices.getSettings, { signal }),
})

/** Saves a choice: it is shown at once, and undone with a message when refused. */
export function useSaveSettings() {
  const client = useQueryClient()
  const { queryKey } = settingsQuery
  return useMutation({
    mutationFn: (body: BodyInput<typeof notices.saveSettings>) => call(notices.saveSettings, { body }),
    scope: { id: 'notice-settings' },
    onMutate: ({ kinds, digest_time }) => {
      const before = client.getQueryData(queryKey)
      if (!before) return undefined
      const merged = before.kinds.map((one) => ({ ...one, ...kinds.find(({ kind }) => kind === one.kind) }))
      client.setQueryData(queryKey, { ...before, kinds: merged, digest_time })
      return before
    },
    onError: (error, _, before) => {
      client.setQueryData(queryKey, before)
      notifyRefusal(error)
    },
  })
}
