import type { Page } from '@vypusk/contract'
import { useQueryClient } from '@tanstack/react-query'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { useChange } from '../../../../api/changes.ts'
import type { Entity } from '../../../../api/entity.ts'
import { useStableHandlers } from '../../../../ui/useStableHandlers.ts'
import { sentenceOfReturned } from '../../../../api/api-error.ts'
import { currentOf } from '../../../../api/conflict.ts'
import { toast } from '../../feedback/toast.tsx'
import type { TableRow } from '../types.ts'
import { notifyNotSaved } from '../../feedback/refused.ts'

interface RowEditInput<Row extends TableRow, Change, Reply> {
  /** The query key of the lists: `['request', 'list']`. */
  listKey: QueryKey
  /** The query key of the complete thing that a panel shows beside the list. */
  oneKey?: (id: number) => QueryKey
  /** Returns the row with the change applied. */
  apply: (row: Row, change: Change) => Row
  /** Returns the change that undoes this one: the values that the row has in the changed fields. */
  inverse: (row: Row, change: Change) => Change
  /** @param from the row before the change was shown in it */
  send: (row: Row, change: Change, from: Row) => Promise<Reply>
  /** The row as the server has it now. Its new version matters most: the next save starts from it. */
  received: (row: Row, reply: Reply) => Row
  /** The same, from the `current` of a save refused as stale. */
  current: (row: Row, current: unknown) => Row
  /**
   * Shows both values of a field that two people have changed; true when the person's own value is to replace the other
   * one.
   */
  askWhose: (theirs: Row, change: Change) => Promise<boolean>
  /** The message shown when it is done, beside «Отменить». */
  notice: string
  /** Offers to undo the change in a custom way; `isBack` is true when the change itself was an undo. */
  offerBack?: (takeBack: () => void, isBack: boolean) => void
}

interface Step<Row, Change> {
  row: Row
  change: Change
  /** The change undoes an earlier one. */
  isBack: boolean
}

const isPage = <Row>(data: unknown): data is Page<Row> =>
  typeof data === 'object' && data !== null && 'data' in data && Array.isArray(data.data)

/**
 * Changes a row in every cached list, and returns it as shown on the screen, because lists that are not shown may be
 * outdated.
 */
function useListed<Row extends TableRow>(listKey: QueryKey, oneKey?: (id: number) => QueryKey) {
  const client = useQueryClient()
  const replace = (id: number, next: (row: Row) => Row) => {
    client.setQueriesData({ queryKey: listKey }, (data: unknown) =>
      isPage<Row>(data) ? { ...data, data: data.data.map((each) => (each.id === id ? next(each) : each)) } : data,
    )
    // The complete thing has more fields than its row.
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

/**
 * Decides whether to make a change to a row that may have changed since editing began; if the same fields have, the
 * person is asked.
 */
async function isStillWanted<Row extends TableRow, Change>(
  { inverse, askWhose }: Pick<RowEditInput<Row, Change, never>, 'inverse' | 'askWhose'>,
  begun: Row,
  now: Row,
  change: Change,
): Promise<boolean> {
  const present = JSON.stringify(inverse(now, change))
  if (JSON.stringify(inverse(begun, change)) === present) return true
  // Somebody else has saved the same value, so there is nothing to choose.
  return JSON.stringify(change) !== present && (await askWhose(now, change))
}

/**
 * Changes a row in every list at once, undoes it with the server's sentence when refused, and offers «Отменить» for 5 s
 * when done. Saves are sent one after another, so that a quick second one starts from the version that the first has
 * produced.
 *
 * If another person has saved the same field since editing began, both values are shown and the person decides; if they
 * saved another field, both changes are kept.
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
    mutationFn: ({ row, change }: Step<Row, Change>) => send(shown(row), change, row),
    onMutate: async ({ row, change }) => {
      await client.cancelQueries({ queryKey: listKey })
      replace(row.id, (each) => apply(each, change))
    },
    onError: (error, { row, change, isBack }) => {
      const stale = currentOf(error)
      const theirs = stale ? current(row, stale) : apply(shown(row), inverse(row, change))
      replace(row.id, () => theirs)
      if (stale) void save(row, change, isBack)
      else notifyNotSaved(error, sentenceOfReturned(error))
    },
    onSuccess: (reply, { row, change, isBack }) => {
      replace(row.id, (each) => received(each, reply))
      const takeBack = () => void save(received(apply(row, change), reply), inverse(row, change), true)
      if (input.offerBack) input.offerBack(takeBack, isBack)
      else toast.undo(notice, takeBack)
    },
  })

  /** Saves over the row as it is now, unless the fields of the change differ from what they were when editing began. */
  const save = async (begun: Row, change: Change, isBack = false) => {
    const now = shown(begun)
    if (await isStillWanted(input, begun, now, change)) mutate({ row: now, change, isBack })
  }
  // Has to be the same function at each render, because the columns of a table are created once.
  return useStableHandlers({ edit: (row: Row, change: Change) => void save(row, change) }).edit
}
