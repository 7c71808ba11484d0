import { settings } from '@vypusk/contract'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { call } from '../../../api/client.ts'

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => call(settings.list, { signal }),
})

/** The result of a check is kept only for the person who made it. */
export const useCheck = (section: settings.SettingSection) =>
  useMutation({ mutationFn: () => call(settings.check, { params: { section }, onRefusal: 'throw' }) })
