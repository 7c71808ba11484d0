import type { Page } from '@vypusk/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { QueryKey } from '@tanstack/react-query'
import { sentenceOf } from '../../api/api-error.ts'
import { toast } from '../feedback/toast.tsx'
import type { TableRow } from './types.ts'

interface RowEditInput<Row extends TableRow, Change> {
  /** Where the lists live: `['request', 'list']`. */
  listKey: QueryKey
  /** The row as it will look. */
  apply: (row: Row, change: Change) => Row
  /** The change that takes this one back. */
  inverse: (row: Row, change: Change) => Change
  send: (row: Row, change: Change) => Promise<unknown>
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
 * offers «Отменить» for 5 s when done.
 */
export function useRowEdit<Row extends TableRow, Change>(input: RowEditInput<Row, Change>): (row: Row, change: Change) => void {
  const { listKey, apply, inverse, send, said } = input
  const client = useQueryClient()

  const show = ({ row, change }: Step<Row, Change>) =>
    client.setQueriesData({ queryKey: listKey }, (data: unknown) =>
      isPage<Row>(data) ? { ...data, data: data.data.map((each) => (each.id === row.id ? apply(each, change) : each)) } : data,
    )

  const { mutate } = useMutation({
    mutationFn: ({ row, change }: Step<Row, Change>) => send(row, change),
    onMutate: async (step) => {
      await client.cancelQueries({ queryKey: listKey })
      show(step)
    },
    onError: (error, { row, change }) => {
      show({ row: apply(row, change), change: inverse(row, change) })
      toast.error(sentenceOf(error))
    },
    onSuccess: (_reply, { row, change }) => {
      toast.undo(said, () => mutate({ row: apply(row, change), change: inverse(row, change) }))
    },
    onSettled: () => client.invalidateQueries({ queryKey: [listKey[0]] }),
  })
  return (row, change) => mutate({ row, change })
}
