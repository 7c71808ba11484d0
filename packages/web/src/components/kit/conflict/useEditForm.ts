import { useRef, useState } from 'react'
import { currentOf } from '../../../api/conflict.ts'
import { useDraft } from '../fields/useDraft.ts'
import { useServerForm } from '../fields/useServerForm.tsx'
import type { ServerForm, ServerFormInput } from '../fields/useServerForm.tsx'
import { isSame, merge, type Merged } from './merge.ts'

/** What a form started from: the values and the version they were read with; null when the thing is being created. */
export interface Base<Values> {
  values: Values
  version: number | null
}

/** Another person's save that was made meanwhile. */
export interface Conflict<Values, Saved = unknown> extends Merged<Values> {
  theirs: Values
  /** The thing as the other person has saved it, with the names of what it refers to. */
  current: Saved
}

interface EditFormInput<Values extends Record<string, unknown>, Saved, Reply> extends Omit<
  ServerFormInput<Values, Reply>,
  'initialValues' | 'save' | 'alsoKept'
> {
  /** The thing as it was when the form was opened; undefined when it is being created. */
  saved: Saved | undefined
  /** The form's values for the thing. */
  valuesOf: (saved: Saved | undefined) => Values
  /** @param key the idempotency key, for what is being created */
  save: (values: Values, base: Base<Values>, key: string) => Promise<Reply>
  /** The thing as the reply shows it; a form that stays open is based on it from then on. */
  savedIn?: (reply: Reply) => Saved
}

export interface EditForm<Values extends Record<string, unknown>, Saved = unknown> extends ServerForm<Values> {
  /** The values the form started with. */
  initialValues: Values
  conflict: Conflict<Values, Saved> | null
}

/** Saves again automatically when the other person's save changed nothing that the form contains. */
async function saveOver<Values extends Record<string, unknown>, Saved extends { version: number }, Reply>(
  { save, valuesOf }: Pick<EditFormInput<Values, Saved, Reply>, 'save' | 'valuesOf'>,
  values: Values,
  base: Base<Values>,
  key: string,
): Promise<Reply> {
  try {
    return await save(values, base, key)
  } catch (error) {
    const current = currentOf<Saved>(error)
    if (!current || !isSame(valuesOf(current), base.values)) throw error
    return save(values, { ...base, version: current.version }, key)
  }
}

/** What the form is based on: what it was opened with, then what its own saves or another person's have made of it. */
function useBase<Values extends Record<string, unknown>, Saved extends { version: number }, Reply>({
  name,
  saved,
  valuesOf,
  savedIn,
}: Pick<EditFormInput<Values, Saved, Reply>, 'name' | 'saved' | 'valuesOf' | 'savedIn'>) {
  const [opened, setOpened] = useState<Base<Values>>(() => ({
    values: valuesOf(saved),
    version: saved?.version ?? null,
  }))
  // A draft stores the version it was based on, whatever others save until it is continued.
  const draft = useDraft<{ base?: Base<Values> }>(name)
  const base = useRef(draft.found?.base ?? opened)
  const rebase = (next: Base<Values>): void => {
    base.current = next
  }
  const renew = (reply: Reply, sent: Values): void => {
    // What was created is another thing from then on than what the form would create.
    if (!saved) return
    const shown = savedIn?.(reply)
    rebase(shown ? { values: valuesOf(shown), version: shown.version } : { ...base.current, values: sent })
    setOpened(base.current)
  }
  return { opened, now: () => base.current, rebase, renew }
}

/**
 * The form of a thing that other people change too. It is based on the state at the time of opening, whatever arrives
 * meanwhile. When a save is refused because somebody else has saved (409), it is repeated automatically if they changed
 * nothing that the form contains. Otherwise their changes are taken over, and where both changed a field, both values
 * are shown (ConflictAlert) until the person has chosen and saves again. A save of its own is what the form is based on
 * from then on.
 */
export function useEditForm<Values extends Record<string, unknown>, Saved extends { version: number }, Reply>(
  input: EditFormInput<Values, Saved, Reply>,
): EditForm<Values, Saved> {
  const { valuesOf, onRefused } = input
  const { opened, now, rebase, renew } = useBase(input)
  const [conflict, setConflict] = useState<Conflict<Values, Saved> | null>(null)

  function takeIn(current: Saved): void {
    const theirs = valuesOf(current)
    const merged = merge(now().values, server.form.getValues(), theirs)
    rebase({ values: theirs, version: current.version })
    server.form.setValues(merged.values)
    setConflict({ ...merged, theirs, current })
  }

  async function save(values: Values, key: string): Promise<Reply> {
    const reply = await saveOver(input, values, now(), key)
    renew(reply, values)
    setConflict(null)
    return reply
  }

  const server = useServerForm<Values, Reply>({
    ...input,
    initialValues: opened.values,
    alsoKept: () => ({ base: now() }),
    save,
    onRefused: (error) => {
      const current = currentOf<Saved>(error)
      if (current) takeIn(current)
      return Boolean(current) || onRefused?.(error) === true
    },
  })
  const dropDraft = () => {
    rebase(opened)
    setConflict(null)
    server.dropDraft()
  }
  return { ...server, dropDraft, initialValues: opened.values, conflict }
}
