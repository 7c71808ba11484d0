import { useState } from 'react'
import { useDraft } from './useDraft.ts'

/**
 * A state of several values that survives a refusal, an Esc and a reload.
 * @param key what it belongs to: `thread.5.answer`
 */
export function useDraftState<Values>(key: string, saved: Values) {
  const draft = useDraft<Values>(key)
  const [values, setValues] = useState(draft.found ?? saved)
  const change = (how: (before: Values) => Values) =>
    setValues((before) => {
      const next = how(before)
      draft.keep(next)
      return next
    })
  return { values, change, drop: draft.drop }
}
