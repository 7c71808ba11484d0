import { useRef } from 'react'
import { useWithdraw } from '../../../components/shared/consequences/api.ts'
import {
  NOTHING_TO_ASK,
  useConsequences,
  type OfferUndo,
} from '../../../components/shared/consequences/useConsequences.tsx'
import type { FormValues } from './form-values.ts'

/**
 * The consequences of saving a release for its companies: shown before the save, sent with it, and carried out after
 * it.
 */
export function useFormConsequences(id: number) {
  const { ask, beforeChange } = useConsequences()
  const withdrawing = useWithdraw()
  const answer = useRef(NOTHING_TO_ASK)
  const offerUndo = useRef<OfferUndo>(async () => false)
  return {
    ask: async ({ companies, is_visible_for_client, plan_date }: FormValues) => {
      const release = { id, companies, is_visible_for_client, ...(plan_date && { plan_date }) }
      const question = { title: 'Сохранить релиз?', action: 'Сохранить' }
      const reply = await ask({ change: 'releases_saved', releases: [release] }, question)
      answer.current = reply ?? NOTHING_TO_ASK
      if (reply) offerUndo.current = await beforeChange()
      return reply !== null
    },
    fields: () => {
      const { client_reason } = answer.current
      return client_reason ? { client_reason } : {}
    },
    /** @returns whether a toast reports what was withdrawn */
    after: async (): Promise<boolean> => {
      const { withdraw: ids, client_reason } = answer.current
      answer.current = NOTHING_TO_ASK
      if (ids.length > 0) await withdrawing.mutateAsync({ ids, client_reason })
      return id === 0 ? false : offerUndo.current()
    },
  }
}
