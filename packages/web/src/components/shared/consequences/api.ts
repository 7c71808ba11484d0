import { consequences } from '@vypusk/contract'
import type { BodyInput } from '@vypusk/contract'
import { queryOptions } from '@tanstack/react-query'
import { AGREEMENT_NEIGHBOURS } from '../../../api/agreements.ts'
import { useChange } from '../../../api/changes.ts'
import { call } from '../../../api/client.ts'

/** The consequences of a change. Fetched each time they are shown, because somebody may have answered meanwhile. */
export const foreseenQuery = (intent: consequences.Intent) =>
  queryOptions({
    queryKey: ['agreement', 'foreseen', intent],
    queryFn: ({ signal }) => call(consequences.foresee, { body: intent, signal, onRefusal: 'throw' }),
    meta: { live: AGREEMENT_NEIGHBOURS },
    placeholderData: undefined,
    staleTime: 0,
  })

/** Returns the ids of the agreements that a change would withdraw. */
export const foreseenAgreements = async (intent: consequences.Intent): Promise<number[]> => {
  const { consequences: all } = await call(consequences.foresee, { body: intent, onRefusal: 'throw' })
  return all.filter(({ kind }) => kind === 'withdrawn').map(({ agreement_id }) => agreement_id)
}

/** Returns the person's actions that can still be undone, the latest first. */
export const undoableActs = async (): Promise<consequences.WithdrawalAct[]> =>
  (await call(consequences.withdrawals, { onRefusal: 'throw' })).acts

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
