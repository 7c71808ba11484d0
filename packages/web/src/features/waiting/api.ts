import { waiting } from '@vypusk/contract'
import type { Outcome } from '@vypusk/contract'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { useChange } from '../../api/changes.ts'
import type { Changed } from '../../api/changes.ts'
import { call } from '../../api/client.ts'
import { LIVE } from '../../components/shared/matters/api.ts'
import { showNotice } from '../../components/kit/feedback/notices.ts'
import type { Notice } from '../../components/kit/feedback/notices.ts'
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

/** What an act on an agreement says here; its row stays busy until the list is fetched again. */
export const mailed = (noticeOf: (mail: Outcome) => Notice) => ({
  isOverAtOnce: false,
  onSuccess: ({ mail }: { mail: Outcome }) => showNotice(noticeOf(mail)),
  onError: notifyRefusal,
})

const useNoticed = <Input, Reply>(
  changes: readonly Changed[],
  run: (input: Input) => Promise<Reply>,
  noticeOf: (reply: Reply) => Notice,
) =>
  useChange({
    changes,
    mutationFn: run,
    onSuccess: (reply) => showNotice(noticeOf(reply)),
    onError: notifyRefusal,
  })

/**
 * Settles a matter in place; the list and the count are updated by the change. A reply that says whether letters were
 * sent is refused here: it needs `useMailedAct`.
 */
export const useAct = <Input, Reply extends { message: string; mail?: never }>(
  changes: readonly Changed[],
  run: (input: Input) => Promise<Reply>,
  text: string,
) => useNoticed(changes, run, () => ({ text, isMailError: false }))

/** The same for an act that sends letters. */
export const useMailedAct = <Input, Reply extends { mail: Outcome }>(
  changes: readonly Changed[],
  run: (input: Input) => Promise<Reply>,
  noticeOf: (mail: Outcome) => Notice,
) => useNoticed(changes, run, ({ mail }) => noticeOf(mail))
