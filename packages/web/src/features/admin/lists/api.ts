import { adminLists } from '@vypusk/contract'
import { queryOptions } from '@tanstack/react-query'
import { useChange } from '../../../api/changes.ts'
import { call } from '../../../api/client.ts'

type List = adminLists.ListName

export const systemsQuery = queryOptions({
  queryKey: ['system', 'all'],
  queryFn: ({ signal }) => call(adminLists.systems, { signal }),
  meta: { live: ['module', 'company'] },
})

export const stepsQuery = queryOptions({
  queryKey: ['release_step', 'all'],
  queryFn: ({ signal }) => call(adminLists.steps, { signal }),
  meta: { live: ['registry_step', 'release', 'registry_entry'] },
})

export const requestListsQuery = queryOptions({
  queryKey: ['request_status', 'all'],
  queryFn: ({ signal }) => call(adminLists.requestLists, { signal }),
  meta: { live: ['request_type', 'request'] },
})

/** A change of a list; it is finished only when the screen shows the new state. */
const useWrite = <Input>(mutationFn: (input: Input) => Promise<unknown>) =>
  useChange({
    changes: ['system', 'module', 'release_step', 'registry_step', 'request_status', 'request_type'],
    mutationFn,
  })

const thrown = { onRefusal: 'throw' } as const

export const useCreate = (list: List, idsys?: number) =>
  useWrite((name: string) => call(adminLists.create, { params: { list }, body: { name, idsys }, ...thrown }))

export const useRename = (list: List, id: number) =>
  useWrite((body: { name: string; version: number }) =>
    call(adminLists.rename, { params: { list, id }, body, ...thrown }),
  )

export const useHide = (list: List, id: number) =>
  useWrite((is_hidden: boolean) => call(adminLists.hide, { params: { list, id }, body: { is_hidden }, ...thrown }))

export const useReorder = (list: List) =>
  useWrite((ids: number[]) => call(adminLists.reorder, { params: { list }, body: { ids }, ...thrown }))

export const useSetOver = (id: number) =>
  useWrite((is_over: boolean) => call(adminLists.setOver, { params: { id }, body: { is_over }, ...thrown }))

export const useSetTone = (id: number) =>
  useWrite((tone: adminLists.RequestStatus['tone']) =>
    call(adminLists.setTone, { params: { id }, body: { tone }, ...thrown }),
  )

export const useSetKind = (id: number) =>
  useWrite((kind: adminLists.StepKind) => call(adminLists.setKind, { params: { id }, body: { kind }, ...thrown }))
