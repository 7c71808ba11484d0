import { useEffect, useState } from 'react'
import { useDraft } from '../../components/kit/fields/useDraft.ts'
import { sameValue } from './fields.ts'

export interface EditedField<Value> {
  value: Value
  set: (value: Value) => void
  isDirty: boolean
  /** What somebody else has saved while this was being edited; undefined when nobody has. */
  theirs: Value | undefined
  takeTheirs: () => void
  keepMine: () => void
  /** Restores the saved value. */
  reset: () => void
}

/**
 * A field that is saved separately. It follows what others save until the person types; from then on both values are
 * kept until the person chooses. What is typed survives a reload.
 * @param name the name the draft is kept under
 */
export function useEditedField<Value>(name: string, saved: Value): EditedField<Value> {
  const draft = useDraft<Value>(name)
  const [{ base, value }, setState] = useState(() => ({ base: saved, value: draft.found ?? saved }))
  const isDirty = !sameValue(value, base)
  const isChanged = !sameValue(saved, base)
  const follow = () => setState({ base: saved, value: saved })
  const { drop } = draft
  // A draft that was saved or discarded must not reappear later.
  useEffect(() => {
    if (!isDirty) drop()
  }, [isDirty, drop])
  // Setting state during rendering is React's way of following a prop.
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
