import { consequences } from '@vypusk/contract'
import type { BodyInput } from '@vypusk/contract'
import { queryOptions } from '@tanstack/react-query'
import { useChange } from '../../../api/changes.ts'
import { call } from '../../../api/client.ts'

/** What a change would mean, asked anew each time: between two looks somebody may have answered. */
export const foreseenQuery = (intent: consequences.Intent) =>
  queryOptions({
    queryKey: ['agreement', 'foreseen', intent],
    queryFn: ({ signal }) => call(consequences.foresee, { body: intent, signal, onRefusal: 'throw' }),
    meta: { live: ['release', 'company'] },
    placeholderData: undefined,
    staleTime: 0,
  })

/** Which agreements a change would withdraw. */
export const foreseenAgreements = async (intent: consequences.Intent): Promise<number[]> => {
  const { consequences: all } = await call(consequences.foresee, { body: intent, onRefusal: 'throw' })
  return all.filter(({ kind }) => kind === 'withdrawn').map(({ agreement_id }) => agreement_id)
}

/** The person's latest act that can still be taken back. */
export const latestAct = async (): Promise<consequences.WithdrawalAct | undefined> =>
  (await call(consequences.withdrawals, { onRefusal: 'throw' })).acts[0]

export const useUndoAct = () =>
  useChange({
    changes: ['agreement', 'release', 'request', 'company'],
    mutationFn: (act_id: number) => call(consequences.undo, { body: { act_id }, onRefusal: 'throw' }),
  })

export const useWithdraw = () =>
  useChange({
    changes: ['agreement', 'release'],
    mutationFn: (body: BodyInput<typeof consequences.withdraw>) =>
      call(consequences.withdraw, { body, onRefusal: 'throw' }),
  })
