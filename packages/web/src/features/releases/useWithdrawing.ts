import type { releases } from '@vypusk/contract'
import { toast } from '../../components/kit/feedback/toast.tsx'
import { whenDone } from '../../components/kit/feedback/when-done.ts'
import { useWithdraw } from '../../components/shared/consequences/api.ts'
import { useConsequences } from '../../components/shared/consequences/useConsequences.tsx'

/** Withdraws all agreements of a release that were sent for approval; offers for a minute to undo it. */
export function useWithdrawing({ id, title }: Pick<releases.ReleaseDetail, 'id' | 'title'>) {
  const withdrawing = useWithdraw()
  const { ask, beforeChange } = useConsequences()
  const withdraw = async () => {
    const question = { title: `Снять согласования релиза ${title}?`, action: 'Снять' }
    const answer = await ask({ change: 'release_withdrawn', release_id: id }, question)
    if (!answer) return undefined
    const { withdrawn: ids, client_reason } = answer
    if (ids.length === 0) return toast.warning('Снимать нечего: о дате никого не спрашивали')
    const offerUndo = await beforeChange()
    await withdrawing.mutateAsync({ ids, client_reason })
    return offerUndo()
  }
  return () => whenDone(withdraw())
}
