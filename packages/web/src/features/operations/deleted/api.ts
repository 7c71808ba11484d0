import { deleted } from '@vypusk/contract'
import type { BodyInput, QueryInput } from '@vypusk/contract'
import { queryOptions } from '@tanstack/react-query'
import { useChange } from '../../../api/changes.ts'
import { call } from '../../../api/client.ts'
import { toast } from '../../../components/kit/feedback/toast.tsx'
import { restoredInWords } from './texts.ts'
import { notifyRefusal } from '../../../components/kit/feedback/refused.ts'

const KEY = ['deleted']

/** Deleting or restoring a thing is reported as a change of it. */
const live = { live: ['request', 'release', 'agreement', 'publication', 'registry_entry'] } as const

export const deletedQuery = (query: QueryInput<typeof deleted.list>) =>
  queryOptions({
    queryKey: [...KEY, query],
    queryFn: ({ signal }) => call(deleted.list, { query, signal }),
    meta: live,
  })

export const useRestore = () =>
  useChange({
    changes: ['deleted', 'request', 'release', 'agreement'],
    mutationFn: (body: BodyInput<typeof deleted.restore>) => call(deleted.restore, { body, onRefusal: 'throw' }),
    onSuccess: ({ requests_lost }, { entity }) => {
      if (requests_lost.length > 0) toast.publicationError(restoredInWords(entity, requests_lost))
      else toast.success(restoredInWords(entity, []))
    },
    onError: notifyRefusal,
  })
