import { waiting } from '@vypusk/contract'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { useChange } from '../../api/changes.ts'
import type { Changed } from '../../api/changes.ts'
import { call } from '../../api/client.ts'
import { LIVE } from '../../components/shared/matters/api.ts'
import { toast } from '../../components/kit/feedback/toast.tsx'
import { sayRefusal } from '../../components/kit/feedback/refused.ts'

export type Matter = waiting.Matter

interface Chosen {
  own: boolean
  kind: waiting.Kind | undefined
}

const PER_PAGE = 50

/** What waits, stretch after stretch. */
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

/** Settles a matter where it stands: the list and the number follow from what it changes. */
export const useAct = <Input, Reply>(
  changes: readonly Changed[],
  run: (input: Input) => Promise<Reply>,
  notice: string,
) =>
  useChange({
    changes,
    mutationFn: run,
    onSuccess: () => toast.success(notice),
    onError: sayRefusal,
  })
