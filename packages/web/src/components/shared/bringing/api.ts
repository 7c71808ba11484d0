import { releases } from '@vypusk/contract'
import type { BodyInput } from '@vypusk/contract'
import { queryOptions } from '@tanstack/react-query'
import { useChange } from '../../../api/changes.ts'
import { call } from '../../../api/client.ts'
import { notifyRefusal } from '../../kit/feedback/refused.ts'
import { toast } from '../../kit/feedback/toast.tsx'

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
    meta: { live: ['release', 'request_status'] },
  })

/** What an action has brought to a release; `release_id` is the release its requests came from. */
interface Act extends BodyInput<typeof releases.takeBack> {
  id: number
}

/** Undoes what an action has brought, and reports why some of it stays; ends when it is done or refused. */
export function useTakingBack() {
  const { mutateAsync } = useChange({
    changes: ['release', 'request', 'agreement'],
    mutationFn: ({ id, ...body }: Act) => call(releases.takeBack, { params: { id }, body, onRefusal: 'throw' }),
  })
  return async (act: Act): Promise<void> => {
    try {
      const { kept } = await mutateAsync(act)
      if (kept.length > 0) toast.warning(kept.join('; '))
    } catch (refusal) {
      notifyRefusal(refusal)
    }
  }
}

/** Adds to a release the companies of its requests. */
export const useNaming = (id: number) =>
  useChange({
    changes: ['release', 'agreement'],
    mutationFn: () =>
      call(releases.bringCompanies, { params: { id }, body: { bring: { companies: true } }, onRefusal: 'throw' }),
  })
