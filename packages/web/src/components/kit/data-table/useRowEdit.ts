import type { Page } from '@vypusk/contract'
import { useQueryClient } from '@tanstack/react-query'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { useChange } from '../../../api/changes.ts'
import type { Entity } from '../../../api/entity.ts'
import { sentenceOfReturned } from '../../../api/api-error.ts'
import { currentOf } from '../../../api/conflict.ts'
import { toast } from '../feedback/toast.tsx'
import type { TableRow } from './types.ts'
import { sayNotSaved } from '../feedback/refused.ts'

interface RowEditInput<Row extends TableRow, Change, Reply> {
  /** Where the lists live: `['request', 'list']`. */
  listKey: QueryKey
  /** Where the whole thing lives that a panel shows beside the list. */
  oneKey?: (id: number) => QueryKey
  /** The row as it will look. */
  apply: (row: Row, change: Change) => Row
  /** The change that takes this one back: what the row has in the fields of the change. */
  inverse: (row: Row, change: Change) => Change
  send: (row: Row, change: Change) => Promise<Reply>
  /** The row as the server now has it, its new version above all: the next save is made from it. */
  received: (row: Row, reply: Reply) => Row
  /** The same by the `current` of a save refused as stale. */
  current: (row: Row, current: unknown) => Row
  /** Shows both values of a field that two people changed; true when the own one is to replace the other's. */
  askWhose: (theirs: Row, change: Change) => Promise<boolean>
  /** What is said when it is done, beside «Отменить». */
  notice: string
  /** Offers to take back in a way of its own; `isBack` when it was taking back itself. */
  offerBack?: (takeBack: () => void, isBack: boolean) => void
}

interface Step<Row, Change> {
  row: Row
  change: Change
  /** Takes an earlier one back. */
  isBack: boolean
}

const isPage = <Row>(data: unknown): data is Page<Row> =>
  typeof data === 'object' && data !== null && 'data' in data && Array.isArray(data.data)

/** Changes a row in every list that is kept, and tells how it is on the screen: what is not shown may be old. */
function useListed<Row extends TableRow>(listKey: QueryKey, oneKey?: (id: number) => QueryKey) {
  const client = useQueryClient()
  const replace = (id: number, next: (row: Row) => Row) => {
    client.setQueriesData({ queryKey: listKey }, (data: unknown) =>
      isPage<Row>(data) ? { ...data, data: data.data.map((each) => (each.id === id ? next(each) : each)) } : data,
    )
    // The whole thing holds more than its row.
    if (oneKey) client.setQueryData<Row>(oneKey(id), (one) => one && { ...one, ...next(one) })
  }
  const shown = (row: Row): Row =>
    client
      .getQueriesData({ queryKey: listKey, type: 'active' })
      .flatMap(([, data]) => (isPage<Row>(data) ? data.data : []))
      .find(({ id }) => id === row.id) ??
    (oneKey && client.getQueryData<Row>(oneKey(row.id))) ??
    row
  return { client, replace, shown }
}

const scopeOf = (listKey: QueryKey) => JSON.stringify(listKey)

/** Waits until no row of these lists is being saved. */
export async function rowsSaved(client: QueryClient, listKey: QueryKey): Promise<void> {
  const isSaving = () =>
    client.isMutating({ predicate: ({ options: { scope } }) => scope?.id === scopeOf(listKey) }) > 0
  if (!isSaving()) return
  const { promise, resolve } = Promise.withResolvers<void>()
  const stop = client.getMutationCache().subscribe(() => {
    if (!isSaving()) resolve()
  })
  await promise.finally(stop)
}

/** Whether a change is to be made of a row that may not be what it was when it began: the person says, where it matters. */
async function isStillWanted<Row extends TableRow, Change>(
  { inverse, askWhose }: Pick<RowEditInput<Row, Change, never>, 'inverse' | 'askWhose'>,
  begun: Row,
  now: Row,
  change: Change,
): Promise<boolean> {
  const stands = JSON.stringify(inverse(now, change))
  if (JSON.stringify(inverse(begun, change)) === stands) return true
  // Somebody else has saved the very same: there is nothing to choose between.
  return JSON.stringify(change) !== stands && (await askWhose(now, change))
}

/**
 * Changes a row in every list at once, rolls it back with the server's sentence when refused, and
 * offers «Отменить» for 5 s when done. Saves go one after another, so that a quick second one is
 * made from the version the first has left.
 *
 * Where another person has saved the same field since the row was taken up, both values are shown and
 * the person decides; where the other saved another field, this one is saved beside it.
 */
export function useRowEdit<Row extends TableRow, Change, Reply>(
  input: RowEditInput<Row, Change, Reply>,
): (row: Row, change: Change) => void {
  const { listKey, oneKey, apply, inverse, send, received, current, notice } = input
  const { client, replace, shown } = useListed<Row>(listKey, oneKey)

  const { mutate } = useChange<Step<Row, Change>, Reply>({
    changes: [listKey[0] as Entity],
    isOverAtOnce: true,
    scope: { id: scopeOf(listKey) },
    mutationFn: ({ row, change }: Step<Row, Change>) => send(shown(row), change),
    onMutate: async ({ row, change }) => {
      await client.cancelQueries({ queryKey: listKey })
      replace(row.id, (each) => apply(each, change))
    },
    onError: (error, { row, change, isBack }) => {
      const stale = currentOf(error)
      const theirs = stale ? current(row, stale) : apply(shown(row), inverse(row, change))
      replace(row.id, () => theirs)
      if (stale) void save(row, change, isBack)
      else sayNotSaved(error, sentenceOfReturned(error))
    },
    onSuccess: (reply, { row, change, isBack }) => {
      replace(row.id, (each) => received(each, reply))
      const takeBack = () => void save(received(apply(row, change), reply), inverse(row, change), true)
      if (input.offerBack) input.offerBack(takeBack, isBack)
      else toast.undo(notice, takeBack)
    },
  })

  /** Saves over the row as it is now, unless the fields of the change are not what they were when it began. */
  const save = async (begun: Row, change: Change, isBack = false) => {
    const now = shown(begun)
    if (await isStillWanted(input, begun, now, change)) mutate({ row: now, change, isBack })
  }
  const edit = useRef(save)
  useEffect(() => void (edit.current = save))
  // The same function at each draw: the columns of a table are made once.
  return useCallback((row, change) => void edit.current(row, change), [])
}
