import { registry } from '@vypusk/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { askWhose } from '../../components/kit/conflict/askWhose.tsx'
import { rowsSaved, useRowEdit } from '../../components/kit/data-table/editing/useRowEdit.ts'
import { toast } from '../../components/kit/feedback/toast.tsx'
import { LISTS, entryQuery, updateEntry } from './api.ts'
import type { Entry } from './api.ts'
import { bodyOf, changeOf, inWords } from './changes.ts'
import { ENTRY_SAVED, NOTHING_TO_UNDO } from './texts.ts'

/** The number of steps that Ctrl+Z can undo. */
const STEPS_KEPT = 50

/** One field with its new value. */
interface FieldChange {
  field: registry.Field
  after: Entry[registry.Field]
}

const askAboutConflict = (theirs: Entry, { field, after }: FieldChange) =>
  askWhose({
    what: 'запись',
    fields: [
      {
        title: `Запись ${theirs.number}: ${registry.fieldTitles[field]}`,
        mine: inWords(field, after),
        theirs: inWords(field, theirs[field]),
      },
    ],
  })

export interface EntryEdit {
  save: <Field extends registry.Field>(entry: Entry, field: Field, after: Entry[Field]) => void
  undo: () => void
}

/** Changes a field of an entry in place, and undoes changes one after another. */
export function useEntryEdit(): EntryEdit {
  const client = useQueryClient()
  const done = useRef<(() => void)[]>([])
  /** Undoes each step only once, whether by its notice or by Ctrl+Z. */
  const take = (step: (() => void) | undefined) => {
    const isThere = step !== undefined && done.current.includes(step)
    done.current = done.current.filter((one) => one !== step)
    if (isThere) step()
    else toast.warning(NOTHING_TO_UNDO)
  }
  const edit = useRowEdit<Entry, FieldChange, { entry: Entry }>({
    listKey: LISTS,
    oneKey: (id) => entryQuery(id).queryKey,
    apply: (entry, { field, after }) => ({ ...entry, [field]: after }),
    inverse: (entry, { field }) => ({ field, after: entry[field] }),
    send: (entry, { field, after }) => updateEntry(bodyOf(changeOf(entry, field, after), entry.version)),
    received: (_, { entry }) => entry,
    current: (_, current) => current as Entry,
    askWhose: askAboutConflict,
    notice: ENTRY_SAVED,
    offerBack: (takeBack, isBack) => {
      if (isBack) return
      done.current = [...done.current, takeBack].slice(-STEPS_KEPT)
      toast.undo(ENTRY_SAVED, () => take(takeBack))
    },
  })
  const save = useCallback<EntryEdit['save']>((entry, field, after) => edit(entry, { field, after }), [edit])
  // Waits for pending saves, because one of them may be the last step.
  const undo = () => void rowsSaved(client, LISTS).then(() => take(done.current.at(-1)))
  return { save, undo }
}
