import type { Page } from '@vypusk/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { QueryKey } from '@tanstack/react-query'
import { useCallback } from 'react'
import { sentenceOf } from '../../api/api-error.ts'
import { toast } from '../feedback/toast.tsx'
import type { TableRow } from './types.ts'

interface RowEditInput<Row extends TableRow, Change, Reply> {
  /** Where the lists live: `['request', 'list']`. */
  listKey: QueryKey
  /** The row as it will look. */
  apply: (row: Row, change: Change) => Row
  /** The change that takes this one back. */
  inverse: (row: Row, change: Change) => Change
  send: (row: Row, change: Change) => Promise<Reply>
  /** The row as the server now has it, its new version above all: the next save is made from it. */
  received: (row: Row, reply: Reply) => Row
  /** What is said when it is done, beside «Отменить». */
  said: string
}

interface Step<Row, Change> {
  row: Row
  change: Change
}

const isPage = <Row>(data: unknown): data is Page<Row> =>
  typeof data === 'object' && data !== null && 'data' in data && Array.isArray(data.data)

/**
 * Changes a row in every list at once, rolls it back with the server's sentence when refused, and
 * offers «Отменить» for 5 s when done. Saves go one after another, so that a quick second one is
 * made from the version the first has left.
 */
export function useRowEdit<Row extends TableRow, Change, Reply>(
  input: RowEditInput<Row, Change, Reply>,
): (row: Row, change: Change) => void {
  const { listKey, apply, inverse, send, received, said } = input
  const client = useQueryClient()

  const replace = (id: number, next: (row: Row) => Row) =>
    client.setQueriesData({ queryKey: listKey }, (data: unknown) =>
      isPage<Row>(data) ? { ...data, data: data.data.map((each) => (each.id === id ? next(each) : each)) } : data,
    )
  const shown = (row: Row): Row =>
    client
      .getQueriesData({ queryKey: listKey })
      .flatMap(([, data]) => (isPage<Row>(data) ? data.data : []))
      .find(({ id }) => id === row.id) ?? row

  const { mutate } = useMutation({
    scope: { id: JSON.stringify(listKey) },
    mutationFn: ({ row, change }: Step<Row, Change>) => send(shown(row), change),
    onMutate: async ({ row, change }) => {
      await client.cancelQueries({ queryKey: listKey })
      replace(row.id, (each) => apply(each, change))
    },
    onError: (error, { row, change }) => {
      replace(row.id, (each) => apply(each, inverse(row, change)))
      toast.error(sentenceOf(error))
    },
    onSuccess: (reply, { row, change }) => {
      replace(row.id, (each) => received(each, reply))
      const back = inverse(row, change)
      toast.undo(said, () => mutate({ row: received(apply(row, change), reply), change: back }))
    },
    onSettled: () => client.invalidateQueries({ queryKey: [listKey[0]] }),
  })
  return useCallback((row, change) => mutate({ row, change }), [mutate])
}
