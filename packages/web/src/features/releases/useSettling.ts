import { agreements } from '@vypusk/contract'
import { useChange } from '../../api/changes.ts'
import { call } from '../../api/client.ts'
import { toast } from '../../components/kit/feedback/toast.tsx'
import { whenDone } from '../../components/kit/feedback/when-done.ts'
import { useSending } from '../../components/shared/sending/useSending.tsx'
import { countOf } from '../../ui/plural.ts'
import type { ALL_VERBS } from './blockers.ts'

interface OnTest {
  ids: number[]
  isPublishedOnTestEnv: boolean
}

/** Marks agreements as published on the test environment, or not. */
function usePuttingOnTest() {
  const { mutateAsync, isPending } = useChange({
    changes: ['agreement', 'release'],
    mutationFn: async ({ ids, isPublishedOnTestEnv }: OnTest) => {
      const body = { updateTarget: 1, isPublishedOnTestEnv } as const
      for (const id of ids) await call(agreements.update, { params: { id }, body, onRefusal: 'throw' })
    },
  })
  const put = (ids: number[]) =>
    whenDone(mutateAsync({ ids, isPublishedOnTestEnv: true }), () =>
      toast.undo(`На тестовом стенде: ${countOf(ids.length, ['компания', 'компании', 'компаний'])}`, () =>
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
