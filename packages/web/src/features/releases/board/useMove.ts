import type { releases } from '@vypusk/contract'
import { useCallback } from 'react'
import { sentenceOf } from '../../../api/api-error.ts'
import { toast } from '../../../components/feedback/toast.tsx'
import { useMoveCard } from '../api.ts'

export type OnMove = (row: releases.ReleaseRow, step: releases.ReleaseStep) => void

/** Moves a card to another step at once, says so and offers to take it back; a refusal puts it back. */
export function useMove(): OnMove {
  const { mutate } = useMoveCard()
  return useCallback(
    (row, step) => {
      if (row.step.id === step.id) return
      mutate(
        { row, step },
        {
          onSuccess: () =>
            toast.undo(`Релиз на шаге «${step.name_step}»`, () =>
              mutate({ row: { ...row, step }, step: row.step }, { onError: (error) => toast.error(sentenceOf(error)) }),
            ),
          onError: (error) => toast.error(sentenceOf(error)),
        },
      )
    },
    [mutate],
  )
}
