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
  /**
   * Ends the editing when the person's own save has been answered.
   * @param sent the value that was saved; what has been typed since stays
   */
  settle: (sent: Value, now: Saved<Value>) => void
}

/** What is saved of the field, and the version of the thing it belongs to. */
export interface Saved<Value> {
  value: Value
  version: number
}

/** What is typed, and the saved value it was typed over. */
interface Edited<Value> {
  base: Saved<Value>
  value: Value
}

const unedited = <Value>(saved: Saved<Value>): Edited<Value> => ({ base: saved, value: saved.value })

/** Drafts kept by earlier versions of the product do not say what they were typed over, so they are left out. */
const isEdited = <Value>(found: Edited<Value> | null): found is Edited<Value> => found !== null && 'base' in found

/**
 * A field that is saved separately. It follows what others save until the person types; from then on both values are
 * kept until the person chooses. What is typed survives a reload, together with the saved value it was typed over.
 * @param name the name the draft is kept under
 */
export function useEditedField<Value>(name: string, saved: Saved<Value>): EditedField<Value> {
  const { found, keep, drop } = useDraft<Edited<Value>>(name)
  const [edited, setState] = useState(() => (isEdited(found) ? found : unedited(saved)))
  const { base, value } = edited
  const isDirty = !sameValue(value, base.value)
  // Just after the person's own save the screen may still show the state before it, which nobody else has changed.
  const isChanged = saved.version >= base.version && !sameValue(saved.value, base.value)
  const follow = () => setState(unedited(saved))
  // A draft that was saved or discarded must not reappear later.
  useEffect(() => {
    if (isDirty) keep(edited)
    else drop()
  }, [edited, isDirty, keep, drop])
  // Setting state during rendering is React's way of following a prop.
  if (isChanged && (!isDirty || sameValue(saved.value, value))) follow()
  return {
    value,
    set: (next) => setState((before) => ({ ...before, value: next })),
    isDirty,
    theirs: isDirty && isChanged ? saved.value : undefined,
    takeTheirs: follow,
    keepMine: () => setState({ base: saved, value }),
    reset: follow,
    settle: (sent, now) => {
      // The screen may have been left before the reply.
      drop()
      setState((before) => ({ base: now, value: before.value === sent ? now.value : before.value }))
    },
  }
}
