import { waiting } from '@vypusk/contract'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { useChange } from '../../api/changes.ts'
import type { Changed } from '../../api/changes.ts'
import { call } from '../../api/client.ts'
import { LIVE } from '../../components/shared/matters/api.ts'
import { toast } from '../../components/kit/feedback/toast.tsx'
import { notifyRefusal } from '../../components/kit/feedback/refused.ts'

export type Matter = waiting.Matter

interface Chosen {
  own: boolean
  kind: waiting.Kind | undefined
}

const PER_PAGE = 50

/** The waiting matters, loaded portion by portion. */
export const mattersQuery = ({ own, kind }: Chosen) =>
  infiniteQueryOptions({
    queryKey: ['waiting', 'list', { own, kind }],
    queryFn: ({ pageParam, signal }) =>
      call(waiting.list, {
        query: { own: String(own), page: pageParam, per_page: PER_PAGE, ...(kind ? { kind } : {}) },
        signal,
        onRefusal: 'throw',
      }),
    initialPageParam: 1,
    getNextPageParam: ({ to, total, current_page }) => (to !== null && to < total ? current_page + 1 : undefined),
    meta: { live: LIVE },
    staleTime: 0,
  })

/** Settles a matter in place; the list and the count are updated by the change. */
export const useAct = <Input, Reply>(
  changes: readonly Changed[],
  run: (input: Input) => Promise<Reply>,
  notice: string,
) =>
  useChange({
    changes,
    mutationFn: run,
    onSuccess: () => toast.success(notice),
    onError: notifyRefusal,
  })
