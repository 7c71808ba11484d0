import { releases } from '@vypusk/contract'
import type { BodyInput } from '@vypusk/contract'
import { queryOptions } from '@tanstack/react-query'
import { useChange } from '../../../api/changes.ts'
import { call } from '../../../api/client.ts'
import { toast } from '../../kit/feedback/toast.tsx'
import { whenDone } from '../../kit/feedback/when-done.ts'

/** The form's unsaved values, or the release that requests come from. */
export type Otherwise = Omit<BodyInput<typeof releases.checkRequests>, 'requests'>

/** Checks which of the requests can be added to a release (0 for a new one), and what comes with them. */
export const checkRequests = (release_id: number, ids: readonly number[], otherwise: Otherwise = {}) =>
  call(releases.checkRequests, {
    params: { id: release_id },
    body: { ...otherwise, requests: [...ids] },
    onRefusal: 'throw',
  })

export const checkedQuery = (release_id: number, ids: readonly number[], otherwise: Otherwise = {}) =>
  queryOptions({
    queryKey: ['request', 'checked', release_id, ids, otherwise],
    queryFn: ({ signal }) =>
      call(releases.checkRequests, {
        params: { id: release_id },
        body: { ...otherwise, requests: [...ids] },
        signal,
        onRefusal: 'throw',
      }),
    meta: { live: ['release'] },
  })

/** What an action has brought to a release; `release_id` is the release its requests came from. */
interface Act extends BodyInput<typeof releases.takeBack> {
  id: number
}

/** Undoes what an action has brought, and reports why some of it stays. */
export function useTakingBack() {
  const { mutateAsync } = useChange({
    changes: ['release', 'request', 'agreement'],
    mutationFn: ({ id, ...body }: Act) => call(releases.takeBack, { params: { id }, body, onRefusal: 'throw' }),
  })
  return (act: Act) =>
    whenDone(mutateAsync(act), ({ kept }) => {
      if (kept.length > 0) toast.warning(kept.join('; '))
    })
}

/** Adds to a release the companies of its requests. */
export const useNaming = (id: number) =>
  useChange({
    changes: ['release', 'agreement'],
    mutationFn: () =>
      call(releases.bringCompanies, { params: { id }, body: { bring: { companies: true } }, onRefusal: 'throw' }),
  })
