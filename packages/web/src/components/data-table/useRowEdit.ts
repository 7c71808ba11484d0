import type { Page } from '@vypusk/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { QueryKey } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { isApiError, sentenceOfReturned } from '../../api/api-error.ts'
import { toast } from '../feedback/toast.tsx'
import type { TableRow } from './types.ts'

interface RowEditInput<Row extends TableRow, Change, Reply> {
  /** Where the lists live: `['request', 'list']`. */
  listKey: QueryKey
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
  meet: (theirs: Row, change: Change) => Promise<boolean>
  /** What is said when it is done, beside «Отменить». */
  said: string
}

interface Step<Row, Change> {
  row: Row
  change: Change
}

const isPage = <Row>(data: unknown): data is Page<Row> =>
  typeof data === 'object' && data !== null && 'data' in data && Array.isArray(data.data)

/** Changes a row in every list that is kept, and tells how it is on the screen: what is not shown may be old. */
function useListed<Row extends TableRow>(listKey: QueryKey) {
  const client = useQueryClient()
  const replace = (id: number, next: (row: Row) => Row) =>
    client.setQueriesData({ queryKey: listKey }, (data: unknown) =>
      isPage<Row>(data) ? { ...data, data: data.data.map((each) => (each.id === id ? next(each) : each)) } : data,
    )
  const shown = (row: Row): Row =>
    client
      .getQueriesData({ queryKey: listKey, type: 'active' })
      .flatMap(([, data]) => (isPage<Row>(data) ? data.data : []))
      .find(({ id }) => id === row.id) ?? row
  return { client, replace, shown }
}

/** The 409 of a save made from a version that is not the last one any more. */
const staleOf = (error: unknown): { current: unknown } | null =>
  isApiError(error) && error.status === 409 && error.data['current'] ? { current: error.data['current'] } : null

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
  const { listKey, apply, inverse, send, received, current, meet, said } = input
  const { client, replace, shown } = useListed<Row>(listKey)

  const { mutate } = useMutation({
    scope: { id: JSON.stringify(listKey) },
    mutationFn: ({ row, change }: Step<Row, Change>) => send(shown(row), change),
    onMutate: async ({ row, change }) => {
      await client.cancelQueries({ queryKey: listKey })
      replace(row.id, (each) => apply(each, change))
    },
    onError: (error, { row, change }) => {
      const stale = staleOf(error)
      const theirs = stale ? current(row, stale.current) : apply(shown(row), inverse(row, change))
      replace(row.id, () => theirs)
      if (stale) void save(row, change)
      else toast.error(sentenceOfReturned(error))
    },
    onSuccess: (reply, { row, change }) => {
      replace(row.id, (each) => received(each, reply))
      const done = received(apply(row, change), reply)
      toast.undo(said, () => void save(done, inverse(row, change)))
    },
    onSettled: () => client.invalidateQueries({ queryKey: [listKey[0]] }),
  })

  /** Saves over the row as it is now, unless the fields of the change are not what they were when it began. */
  const save = async (begun: Row, change: Change) => {
    const now = shown(begun)
    const isTheSame = JSON.stringify(inverse(begun, change)) === JSON.stringify(inverse(now, change))
    if (isTheSame || (await meet(now, change))) mutate({ row: now, change })
  }
  const edit = useRef(save)
  useEffect(() => void (edit.current = save))
  // The same function at each draw: the columns of a table are made once.
  return useCallback((row, change) => void edit.current(row, change), [])
}
