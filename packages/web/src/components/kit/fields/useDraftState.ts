import { useRef, useState } from 'react'
import { useDraft } from './useDraft.ts'

/**
 * A state of several values that survives a refusal, an Esc and a reload.
 * @param key what it belongs to: `thread.5.answer`
 */
export function useDraftState<Values>(key: string, saved: Values) {
  const draft = useDraft<Values>(key)
  const [values, setValues] = useState(draft.found ?? saved)
  const latest = useRef(values)
  const change = (how: (before: Values) => Values) => {
    latest.current = how(latest.current)
    // Not in the state's updater, which React may call twice, or not at all for a screen that has been left.
    draft.keep(latest.current)
    setValues(latest.current)
  }
  return { values, change, drop: draft.drop }
}
