import { releases } from '@vypusk/contract'
import type { BodyInput } from '@vypusk/contract'
import { queryOptions } from '@tanstack/react-query'
import { useChange } from '../../../api/changes.ts'
import { call } from '../../../api/client.ts'
import { toast } from '../../kit/feedback/toast.tsx'
import { whenDone } from '../../kit/feedback/when-done.ts'

/** What a form holds that is not saved yet, or the release that requests come from. */
export type Otherwise = Omit<BodyInput<typeof releases.checkRequests>, 'requests'>

/** Which of the requests can be added to a release, 0 for one not yet made, and what comes with them. */
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

/** What an act has brought to a release; `release_id` is where its requests came from. */
interface Act extends BodyInput<typeof releases.takeBack> {
  id: number
}

/** Takes back what an act has brought, and says of what stays why. */
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

/** Gives a release the companies of the requests it has. */
export const useNaming = (id: number) =>
  useChange({
    changes: ['release', 'agreement'],
    mutationFn: () =>
      call(releases.bringCompanies, { params: { id }, body: { bring: { companies: true } }, onRefusal: 'throw' }),
  })
