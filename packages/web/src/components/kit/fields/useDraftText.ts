import { useState } from 'react'
import { useDraft } from './useDraft.ts'

/**
 * A text box whose text survives a refusal, an Esc and a reload.
 * @param key what it belongs to: `agreement.5.remark`
 */
export function useDraftText(key: string, saved = '') {
  const draft = useDraft<string>(key)
  const [text, setText] = useState(draft.found ?? saved)
  const set = (next: string) => {
    setText(next)
    draft.keep(next)
  }
  return { text, set, drop: draft.drop }
}
