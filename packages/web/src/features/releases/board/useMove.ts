import type { releases } from '@vypusk/contract'
import { useCallback } from 'react'
import { toast } from '../../../components/kit/feedback/toast.tsx'
import { whenDone } from '../../../components/kit/feedback/when-done.ts'
import { useMoveCard } from '../api.ts'

export type OnMove = (row: releases.ReleaseRow, step: releases.ReleaseStep) => void

/** Moves a card to another step at once and offers to undo it; a refusal puts it back. */
export function useMove(): OnMove {
  const { mutateAsync } = useMoveCard()
  return useCallback(
    (row, step) => {
      if (row.step.id === step.id) return
      whenDone(mutateAsync({ row, step }), () =>
        toast.undo(`Релиз на этапе «${step.name_step}»`, () =>
          whenDone(mutateAsync({ row: { ...row, step }, step: row.step })),
        ),
      )
    },
    [mutateAsync],
  )
}
