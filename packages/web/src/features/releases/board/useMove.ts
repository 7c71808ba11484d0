import type { releases } from '@vypusk/contract'
import { useCallback } from 'react'
import { toast } from '../../../components/kit/feedback/toast.tsx'
import { whenDone } from '../../../components/kit/feedback/when-done.ts'
import { useConsequences } from '../../../components/shared/consequences/useConsequences.tsx'
import { useMoveCard } from '../api.ts'
import { intentOf } from '../closing.ts'

export type OnMove = (row: releases.ReleaseRow, step: releases.ReleaseStep) => void

/**
 * Moves a card to another step at once and offers to undo it; a refusal puts it back. Only before a closed release is
 * opened again the person is asked, if companies are going to be told: by then they know that it was closed, while the
 * letters about one that is closed by mistake wait for the undo.
 */
export function useMove(): OnMove {
  const { mutateAsync } = useMoveCard()
  const { ask } = useConsequences()
  return useCallback(
    (row, step) => {
      if (row.step.id === step.id) return
      const move = () =>
        whenDone(mutateAsync({ row, step }), () =>
          toast.undo(`Релиз на этапе «${step.name_step}»`, () =>
            whenDone(mutateAsync({ row: { ...row, step }, step: row.step })),
          ),
        )
      const intent = intentOf({ release_id: row.id, from: row.step, to: step })
      if (intent?.change !== 'release_reopened') return move()
      const question = { title: `Снова открыть релиз ${row.title}?`, action: 'Перевести' }
      return whenDone(ask(intent, question), (answer) => answer && move())
    },
    [mutateAsync, ask],
  )
}
