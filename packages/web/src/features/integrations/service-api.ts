import { directory, services } from '@vypusk/contract'
import { queryOptions } from '@tanstack/react-query'
import { useChange } from '../../api/changes.ts'
import { call } from '../../api/client.ts'

export const servicesQuery = queryOptions({
  queryKey: ['user', 'services'],
  queryFn: ({ signal }) => call(services.list, { signal }),
  meta: { live: ['company'] },
})

export const serviceQuery = (id: number) =>
  queryOptions({
    queryKey: ['user', 'service', id],
    queryFn: ({ signal }) => call(services.get, { params: { id }, signal, onRefusal: 'throw' }),
    placeholderData: undefined,
  })

export const directoryQuery = queryOptions({
  queryKey: ['user', 'directory'],
  queryFn: ({ signal }) => call(directory.get, { signal }),
})

const changes = ['user'] as const

/** The actions on an account other than saving the form. */
export const useService = (id: number) => ({
  block: useChange({
    changes,
    mutationFn: (is_blocked: boolean) =>
      call(services.block, { params: { id }, body: { is_blocked }, onRefusal: 'throw' }),
  }),
  revoke: useChange({
    changes,
    mutationFn: (token: number) => call(services.revokeToken, { params: { id, token }, onRefusal: 'throw' }),
  }),
})
