import { consequences } from '@vypusk/contract'
import type { BodyInput } from '@vypusk/contract'
import { queryOptions } from '@tanstack/react-query'
import { AGREEMENT_NEIGHBOURS } from '../../../api/agreements.ts'
import { useChange } from '../../../api/changes.ts'
import { call } from '../../../api/client.ts'
import { inParts } from '../../../api/in-parts.ts'
import { notifyRefusal } from '../../kit/feedback/refused.ts'

/** The consequences of a change. Fetched each time they are shown, because somebody may have answered meanwhile. */
export const foreseenQuery = (intent: consequences.Intent) =>
  queryOptions({
    queryKey: ['agreement', 'foreseen', intent],
    queryFn: ({ signal }) => call(consequences.foresee, { body: intent, signal, onRefusal: 'throw' }),
    meta: { live: AGREEMENT_NEIGHBOURS },
    placeholderData: undefined,
    staleTime: 0,
  })

/** Returns the person's actions that can still be undone, the latest first. */
export const undoableActs = async (): Promise<consequences.WithdrawalAct[]> =>
  (await call(consequences.withdrawals, { onRefusal: 'throw' })).acts

export const useUndoAct = () =>
  useChange({
    changes: ['agreement', 'release', 'request', 'company'],
    mutationFn: (act_id: number) => call(consequences.undo, { body: { act_id }, onRefusal: 'throw' }),
  })

/** Withdraws any number of agreements. When only some could be withdrawn, says why the others could not. */
export const useWithdraw = () =>
  useChange({
    changes: ['agreement', 'release'],
    mutationFn: ({ ids, ...reason }: BodyInput<typeof consequences.withdraw>) =>
      inParts(ids, (part) => call(consequences.withdraw, { body: { ids: part, ...reason }, onRefusal: 'throw' })),
    onSuccess: ({ left, failure }) => left.length > 0 && notifyRefusal(failure),
  })
