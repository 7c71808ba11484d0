import { useChange } from '../../../api/changes.ts'
import { toast } from '../../../components/kit/feedback/toast.tsx'
import { whenDone } from '../../../components/kit/feedback/when-done.ts'
import { OF_AGREEMENT, updateAgreement } from '../../../components/shared/agreement/api.ts'
import { useSending } from '../../../components/shared/sending/useSending.tsx'
import { companiesCount } from '../../../components/shared/company/texts.ts'
import type { ALL_VERBS } from './blockers.ts'

interface OnTest {
  ids: number[]
  isPublishedOnTestEnv: boolean
}

/** Marks agreements as published on the test environment, or not. */
function usePuttingOnTest() {
  const { mutateAsync, isPending } = useChange({
    changes: OF_AGREEMENT,
    mutationFn: async ({ ids, isPublishedOnTestEnv }: OnTest) => {
      const body = { updateTarget: 1, isPublishedOnTestEnv } as const
      for (const id of ids) await updateAgreement(id, body)
    },
  })
  const put = (ids: number[]) =>
    whenDone(mutateAsync({ ids, isPublishedOnTestEnv: true }), () =>
      toast.undo(`На тестовом стенде: ${companiesCount(ids.length)}`, () =>
        whenDone(mutateAsync({ ids, isPublishedOnTestEnv: false })),
      ),
    )
  return { put, isPending }
}

/** Settles what can be settled by one press, for one company or for many. */
export function useSettling() {
  const sending = useSending()
  const testing = usePuttingOnTest()
  const settle = (how: keyof typeof ALL_VERBS, ids: number[]) =>
    how === 'test' ? testing.put(ids) : sending.run(how, ids)
  return {
    settle,
    isPending: sending.isPending || testing.isPending,
    action: testing.isPending ? ('test' as const) : sending.action,
  }
}
