import { useEffect, useState } from 'react'
import { useDraft } from '../../components/kit/fields/useDraft.ts'
import { sameValue } from './fields.ts'

export interface EditedField<Value> {
  value: Value
  set: (value: Value) => void
  isDirty: boolean
  /** What somebody else saved while this was being written; undefined when nobody did. */
  theirs: Value | undefined
  takeTheirs: () => void
  keepMine: () => void
  /** Back to what is saved. */
  reset: () => void
}

/**
 * One field that is saved on its own: it follows what others save until it is typed into, then it
 * stands against theirs until the person chooses. What is typed survives a reload.
 * @param name what the draft is kept under
 */
export function useEditedField<Value>(name: string, saved: Value): EditedField<Value> {
  const draft = useDraft<Value>(name)
  const [{ base, value }, setState] = useState(() => ({ base: saved, value: draft.found ?? saved }))
  const isDirty = !sameValue(value, base)
  const isChanged = !sameValue(saved, base)
  const follow = () => setState({ base: saved, value: saved })
  const { drop } = draft
  // A draft that is saved, or taken back, must not come up again later.
  useEffect(() => {
    if (!isDirty) drop()
  }, [isDirty, drop])
  // React's way of following a prop: the render that sees it starts anew.
  if (isChanged && (!isDirty || sameValue(saved, value))) follow()
  return {
    value,
    set: (next) => {
      setState({ base, value: next })
      draft.keep(next)
    },
    isDirty,
    theirs: isDirty && isChanged ? saved : undefined,
    takeTheirs: follow,
    keepMine: () => setState({ base: saved, value }),
    reset: follow,
  }
}
