import { registry } from '@vypusk/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { isApiError, sentenceOfReturned } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { toast } from '../../components/feedback/toast.tsx'
import { LISTS, entryQuery } from './api.ts'
import type { Entry } from './api.ts'
import { bodyOf, changeOf, inverseOf, sameValue, withChange } from './changes.ts'
import type { EntryChange } from './changes.ts'
import { askWhose } from './conflict.tsx'
import { ENTRY_SAVED, NOTHING_TO_UNDO } from './texts.ts'

/** How far back Ctrl+Z goes. */
const STEPS_KEPT = 50

function replace(client: QueryClient, id: number, next: (entry: Entry) => Entry): void {
  client.setQueriesData<registry.EntryPage>(
    { queryKey: LISTS },
    (page) => page && { ...page, data: page.data.map((entry) => (entry.id === id ? next(entry) : entry)) },
  )
  client.setQueryData(entryQuery(id).queryKey, (entry) => entry && { ...entry, ...next(entry) })
}

const currentOf = (error: unknown): Entry | undefined =>
  isApiError(error) && error.status === 409 ? (error.data['current'] as Entry | undefined) : undefined

interface Saved {
  entry: Entry
  /** False when the person has left the other's value in its place. */
  isMine: boolean
}

/**
 * Saves a field. Another field changed meanwhile is no quarrel: the save is made again from the new
 * version. The same field changed to something else is, and the person decides.
 */
async function saveField(change: EntryChange): Promise<Saved> {
  const send = async (version: number): Promise<Saved> => ({
    entry: (await call(registry.updateEntry, { body: bodyOf(change, version) })).entry,
    isMine: true,
  })
  try {
    return await send(change.version)
  } catch (error) {
    const current = currentOf(error)
    if (!current) throw error
    const isQuarrel =
      !sameValue(current[change.field], change.before) && !sameValue(current[change.field], change.after)
    if (isQuarrel && !(await askWhose(change, current))) return { entry: current, isMine: false }
    return send(current.version)
  }
}

export interface EntryEdit {
  save: <Field extends registry.Field>(entry: Entry, field: Field, after: Entry[Field]) => void
  undo: () => void
}

const refetchAll = (client: QueryClient) => client.invalidateQueries({ queryKey: ['registry_entry'] })

/** Changes a field at once on the screen, rolls it back with the reason when refused, and can take it back. */
export function useEntryEdit(): EntryEdit {
  const client = useQueryClient()
  const done = useRef<EntryChange[]>([])

  const { mutate } = useMutation({
    scope: { id: 'registry' },
    mutationFn: ({ change }: { change: EntryChange; isUndo: boolean }) => saveField(change),
    onMutate: async ({ change }) => {
      await client.cancelQueries({ queryKey: LISTS })
      replace(client, change.id, (entry) => withChange(entry, change))
    },
    onError: (error, { change }) => {
      replace(client, change.id, (entry) => withChange(entry, inverseOf(change, entry.version)))
      toast.error(sentenceOfReturned(error))
    },
    onSuccess: ({ entry, isMine }, { change, isUndo }) => {
      replace(client, change.id, () => entry)
      if (!isMine || isUndo) return
      const back = inverseOf(change, entry.version)
      done.current = [...done.current, back].slice(-STEPS_KEPT)
      toast.undo(ENTRY_SAVED, () => takeBack(back))
    },
    onSettled: () => refetchAll(client),
  })
  /** Each step once, whether by its notice or by Ctrl+Z. */
  const takeBack = (back: EntryChange | undefined) => {
    const isThere = back !== undefined && done.current.includes(back)
    done.current = done.current.filter((one) => one !== back)
    if (isThere) mutate({ change: back, isUndo: true })
    else toast.warning(NOTHING_TO_UNDO)
  }
  const save = useCallback<EntryEdit['save']>(
    (entry, field, after) => mutate({ change: changeOf(entry, field, after), isUndo: false }),
    [mutate],
  )
  return { save, undo: () => takeBack(done.current.at(-1)) }
}
