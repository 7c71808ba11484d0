import { useRef, useState } from 'react'
import { currentOf } from '../../../api/conflict.ts'
import { useDraft } from '../fields/useDraft.ts'
import { useServerForm } from '../fields/useServerForm.tsx'
import type { ServerForm, ServerFormInput } from '../fields/useServerForm.tsx'
import { isSame, merge, type Merged } from './merge.ts'

/** What a form began from: the values, and the version they were read with; null where the thing is yet to be made. */
export interface Base<Values> {
  values: Values
  version: number | null
}

/** Another person's save that came between. */
export interface Conflict<Values> extends Merged<Values> {
  theirs: Values
}

interface EditFormInput<Values extends Record<string, unknown>, Saved, Reply> extends Omit<
  ServerFormInput<Values, Reply>,
  'initialValues' | 'save' | 'besides'
> {
  /** The thing as it is when the form is opened; undefined for one that is yet to be made. */
  saved: Saved | undefined
  /** What the form holds of it. */
  valuesOf: (saved: Saved | undefined) => Values
  save: (values: Values, base: Base<Values>) => Promise<Reply>
}

export interface EditForm<Values extends Record<string, unknown>> extends ServerForm<Values> {
  /** What the form began with. */
  initialValues: Values
  conflict: Conflict<Values> | null
}

/** Saves once more by itself where whoever saved meanwhile changed nothing that the form holds. */
async function saveOver<Values extends Record<string, unknown>, Saved extends { version: number }, Reply>(
  { save, valuesOf }: Pick<EditFormInput<Values, Saved, Reply>, 'save' | 'valuesOf'>,
  values: Values,
  base: Base<Values>,
): Promise<Reply> {
  try {
    return await save(values, base)
  } catch (error) {
    const current = currentOf<Saved>(error)
    if (!current || !isSame(valuesOf(current), base.values)) throw error
    return save(values, { ...base, version: current.version })
  }
}

/**
 * The form of a thing that others change too. It stands on what was there when it was opened, whatever arrives
 * meanwhile. A save that is refused because somebody else has saved (409) is repeated by itself where they changed
 * nothing that the form holds; else what they alone changed is taken, and where both did, both values are shown
 * (ConflictAlert) until the person has chosen and saves again.
 */
export function useEditForm<Values extends Record<string, unknown>, Saved extends { version: number }, Reply>(
  input: EditFormInput<Values, Saved, Reply>,
): EditForm<Values> {
  const { saved, valuesOf, onRefused } = input
  const [opened] = useState<Base<Values>>(() => ({ values: valuesOf(saved), version: saved?.version ?? null }))
  // A draft knows what it was made from, whatever others save until it is taken up again.
  const draft = useDraft<{ base?: Base<Values> }>(input.name)
  const base = useRef(draft.found?.base ?? opened)
  const [conflict, setConflict] = useState<Conflict<Values> | null>(null)

  function takeIn(current: Saved): void {
    const theirs = valuesOf(current)
    const merged = merge(base.current.values, server.form.getValues(), theirs)
    base.current = { values: theirs, version: current.version }
    server.form.setValues(merged.values)
    setConflict({ ...merged, theirs })
  }

  const server = useServerForm<Values, Reply>({
    ...input,
    initialValues: opened.values,
    besides: () => ({ base: base.current }),
    save: (values) => saveOver(input, values, base.current),
    onRefused: (error) => {
      const current = currentOf<Saved>(error)
      if (!current) return onRefused?.(error) === true
      takeIn(current)
      return true
    },
  })
  const dropDraft = () => {
    base.current = opened
    setConflict(null)
    server.dropDraft()
  }
  return { ...server, dropDraft, initialValues: opened.values, conflict }
}
