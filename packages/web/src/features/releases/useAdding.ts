import type { releases } from '@vypusk/contract'
import { isApiError, sentenceOf } from '../../api/api-error.ts'
import { toast } from '../../components/kit/feedback/toast.tsx'
import type { NotAdded } from './RequestAdder.tsx'
import { checkRequests, useAddRequests } from './api.ts'
import { refusedRequests, requestsCount, whatIsWrong } from './texts.ts'

/** Adds of many numbers those that can be added, and says of each other what is the matter with it. */
export function useAdding({ id }: Pick<releases.ReleaseDetail, 'id'>) {
  const { mutateAsync, isPending } = useAddRequests(id)

  const refusal = (error: unknown, ids: number[]): NotAdded => ({
    problem: refusedRequests(sentenceOf(error), isApiError(error) ? (error.errors['requests'] ?? []) : []),
    ids,
  })
  const add = async (ids: number[]): Promise<NotAdded | null> => {
    try {
      const checked = await checkRequests(id, ids)
      const free = checked.free.map((request) => request.id)
      if (free.length > 0) {
        await mutateAsync(free)
        toast.success(`Добавлено: ${requestsCount(free.length)}`)
      }
      const refused = [...checked.missing, ...checked.taken.map((request) => request.id)]
      return refused.length > 0 ? { problem: whatIsWrong(checked, id), ids: refused } : null
    } catch (error) {
      // Somebody was faster than the check: nothing was added, and everything typed stays.
      return refusal(error, ids)
    }
  }
  return { add, isPending }
}
