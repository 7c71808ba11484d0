import { notices } from '@vypusk/contract'
import type { BodyInput, ReplyOf } from '@vypusk/contract'
import { queryOptions, useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { notifyRefusal } from '../../components/kit/feedback/refused.ts'

type Settings = ReplyOf<typeof notices.getSettings>
type Choice = BodyInput<typeof notices.saveSettings>

const settingsQuery = queryOptions({
  queryKey: ['notices', 'settings'],
  meta: { live: ['account'] },
  queryFn: ({ signal }) => call(notices.getSettings, { signal }),
})
const SAVES = ['notices', 'settings', 'save']

const withChoice = (settings: Settings, { kinds, digest_time }: Choice): Settings => ({
  ...settings,
  kinds: settings.kinds.map((one) => ({ ...one, ...kinds.find(({ kind }) => kind === one.kind) })),
  digest_time,
})

/** What is saved, with the choices still on their way: a refused one takes back only itself. */
export function useSettings() {
  const { data, error, refetch } = useQuery(settingsQuery)
  const underWay = useMutationState({
    filters: { mutationKey: SAVES, status: 'pending' },
    // Only useSaveSettings uses this key, and its input is a Choice.
    select: ({ state }) => state.variables as Choice,
  })
  return { settings: data && underWay.reduce(withChoice, data), error, refetch }
}

/** Saves a choice, one after another. */
export function useSaveSettings() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: SAVES,
    mutationFn: (body: Choice) => call(notices.saveSettings, { body }),
    scope: { id: 'notice-settings' },
    onSuccess: (_, choice) =>
      void client.setQueryData(settingsQuery.queryKey, (saved) => saved && withChoice(saved, choice)),
    onError: notifyRefusal,
  })
}
