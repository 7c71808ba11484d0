import type { releases } from '@vypusk/contract'
import { isApiError, sentenceOf } from '../../../api/api-error.ts'
import { toast } from '../../../components/kit/feedback/toast.tsx'
import { checkRequests, useTakingBack } from '../../../components/shared/bringing/api.ts'
import { askBringing } from '../../../components/shared/bringing/askBringing.tsx'
import { broughtInWords } from '../../../components/shared/bringing/texts.ts'
import type { NotAdded } from './RequestAdder.tsx'
import { useAddRequests } from '../api.ts'
import { refusedRequests, whatIsWrong } from '../texts.ts'

/** Adds those of the requests that can be added, and returns what is wrong with each of the others. */
export function useAdding({ id }: Pick<releases.ReleaseDetail, 'id'>) {
  const { mutateAsync, isPending } = useAddRequests(id)
  const takeBack = useTakingBack()

  const refusal = (error: unknown, ids: number[]): NotAdded => ({
    problem: refusedRequests(sentenceOf(error), isApiError(error) ? (error.errors['requests'] ?? []) : []),
    ids,
  })
  /** Shows what comes with them first; when the person cancels, the numbers stay as they were. */
  const add = async (ids: number[]): Promise<NotAdded | null> => {
    try {
      const checked = await checkRequests(id, ids)
      if (checked.free.length > 0) {
        const wanted = await askBringing(checked)
        if (!wanted) return { problem: '', ids }
        if (wanted.ids.length > 0) {
          const { brought } = await mutateAsync({ requests: wanted.ids, bring: wanted.bring })
          toast.undo(`Добавлено: ${broughtInWords(wanted.ids.length, brought)}`, () =>
            takeBack({ id, requests: wanted.ids, ...brought }),
          )
        }
      }
      const refused = [...checked.missing, ...checked.taken.map((request) => request.id)]
      return refused.length > 0 ? { problem: whatIsWrong(checked, id), ids: refused } : null
    } catch (error) {
      // Somebody was faster than the check: nothing was added, and everything typed stays.
      return refusal(error, ids)
    }
  }
  /** Puts back what has just been removed. */
  const putBack = (ids: number[]) => mutateAsync({ requests: ids })
  return { add, putBack, isPending }
}
