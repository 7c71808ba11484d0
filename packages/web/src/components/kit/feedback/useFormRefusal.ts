import { useState } from 'react'
import { toast } from './toast.tsx'
import { useIsShown } from './useIsShown.ts'

/**
 * The refusal that a form shows. When the form has gone before the reply arrived, a toast shows it.
 * @returns the sentence, and a function that takes the outcome: null when it was saved
 */
export function useFormRefusal() {
  const [refusal, setRefusal] = useState<string | null>(null)
  const isShown = useIsShown()
  const showRefusal = (refused: string | null): void => {
    if (isShown()) setRefusal(refused)
    else if (refused !== null) toast.error(refused)
  }
  return [refusal, showRefusal] as const
}
