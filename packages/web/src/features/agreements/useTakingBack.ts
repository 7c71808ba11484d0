import { useNavigate } from '@tanstack/react-router'
import { toast } from '../../components/kit/feedback/toast.tsx'
import { whenDone } from '../../components/kit/feedback/when-done.ts'
import { useNavigateIfHere } from '../../components/kit/link/useNavigateIfHere.ts'
import { useWithdraw } from '../../components/shared/consequences/api.ts'
import { useConsequences } from '../../components/shared/consequences/useConsequences.tsx'
import { paths } from '../../paths.ts'
import { useDeleteAgreement, type Detail } from './api.ts'

/** Deletes or withdraws an agreement: shows the consequences first, and offers for a minute to undo it. */
export function useTakingBack({ id }: Pick<Detail, 'id'>) {
  const navigate = useNavigate()
  const navigateIfHere = useNavigateIfHere()
  const removing = useDeleteAgreement(id)
  const withdrawing = useWithdraw()
  const { ask, beforeChange } = useConsequences()
  const open = () => navigate({ to: paths.agreement, params: { agreementsId: String(id) } })
  const remove = async () => {
    const question = { title: 'Удалить согласование?', action: 'Удалить' }
    const answer = await ask({ change: 'agreements_deleted', ids: [id] }, question)
    if (!answer) return
    const offerUndo = await beforeChange()
    await removing.mutateAsync(answer.client_reason)
    // Promises rather than the mutation's callbacks, because the agreement's page may be left by then.
    if (!(await offerUndo(() => void open()))) toast.success('Согласование удалено')
    await navigateIfHere({ to: paths.agreements })
  }
  const withdraw = async () => {
    const question = { title: 'Снять согласование?', action: 'Снять' }
    const answer = await ask({ change: 'agreements_withdrawn', ids: [id] }, question)
    if (!answer) return
    const offerUndo = await beforeChange()
    await withdrawing.mutateAsync({ ids: [id], client_reason: answer.client_reason })
    await offerUndo()
  }
  return {
    remove: () => whenDone(remove()),
    withdraw: () => whenDone(withdraw()),
    isPending: removing.isPending || withdrawing.isPending,
  }
}
