import { planning } from '@vypusk/contract'
import type { BodyInput, ReplyOf } from '@vypusk/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import { useChange } from '../../api/changes.ts'
import { call } from '../../api/client.ts'

/** Planning depends on everything it is made of: a company's zone and hours and people's names are part of it. */
const NEIGHBOURS = {
  live: [
    'calendar',
    'freeze',
    'release',
    'release_step',
    'agreement',
    'publication',
    'request',
    'company',
    'module',
    'system',
    'user',
  ],
} as const

export const inProgressQuery = queryOptions({
  queryKey: ['planning', 'releases'],
  queryFn: ({ signal }) => call(planning.inProgress, { signal }),
  meta: NEIGHBOURS,
})

export type Preview = BodyInput<typeof planning.preview>

/** The effects of the changes; the previous result is shown until the next one is ready. */
export const previewQuery = (body: Preview) =>
  queryOptions({
    queryKey: ['planning', 'preview', body],
    queryFn: ({ signal }) => call(planning.preview, { body, signal, onRefusal: 'throw' }),
    placeholderData: keepPreviousData,
    meta: NEIGHBOURS,
  })

/** The effects of the changes, as far as the server has counted them. */
export type Counted = UseQueryResult<ReplyOf<typeof planning.preview>>

export const backlogQuery = (search_string: string) =>
  queryOptions({
    queryKey: ['planning', 'backlog', search_string],
    queryFn: ({ signal }) => call(planning.backlog, { query: { search_string }, signal, onRefusal: 'throw' }),
    placeholderData: keepPreviousData,
    meta: { live: ['request', 'request_status', 'company', 'module'] },
  })

export const freeDateQuery = (id: number, from: string) =>
  queryOptions({
    queryKey: ['planning', 'free-date', id, from],
    queryFn: ({ signal }) => call(planning.freeDate, { params: { id }, query: { from }, signal, onRefusal: 'throw' }),
    meta: NEIGHBOURS,
  })

export const variantsQuery = queryOptions({
  queryKey: ['planning', 'variants'],
  queryFn: ({ signal }) => call(planning.variants, { signal, onRefusal: 'throw' }),
  meta: NEIGHBOURS,
})

export const freezesQuery = queryOptions({
  queryKey: ['planning', 'freezes'],
  meta: { live: ['freeze', 'company', 'user'] },
  queryFn: ({ signal }) => call(planning.freezes, { signal, onRefusal: 'throw' }),
})

/** Everything saved in planning changes what planning shows. */
const SHOWN = ['planning', 'release', 'request', 'agreement'] as const
const useWrite = <Input, Reply>(mutationFn: (input: Input) => Promise<Reply>) =>
  useChange({ changes: SHOWN, mutationFn })

/** Closed days are also shown by the company's own calendar. */
const CLOSING = [...SHOWN, 'freeze', 'company'] as const

export const useSavePlan = () =>
  useWrite((body: BodyInput<typeof planning.save>) => call(planning.save, { body, onRefusal: 'throw' }))

export const useAddFreeze = () =>
  useChange({
    changes: CLOSING,
    mutationFn: (body: BodyInput<typeof planning.addFreeze>) => call(planning.addFreeze, { body, onRefusal: 'throw' }),
  })

export const useRemoveFreeze = () =>
  useChange({
    changes: CLOSING,
    mutationFn: (id: number) => call(planning.removeFreeze, { params: { id }, onRefusal: 'throw' }),
  })

interface VariantToSave {
  id: number
  body: BodyInput<typeof planning.saveVariant>
}

export const useSaveVariant = () =>
  useWrite(({ id, body }: VariantToSave) => call(planning.saveVariant, { params: { id }, body, onRefusal: 'throw' }))

export const useRemoveVariant = () =>
  useWrite((id: number) => call(planning.removeVariant, { params: { id }, onRefusal: 'throw' }))
