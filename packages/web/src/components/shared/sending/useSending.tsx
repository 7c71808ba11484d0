import { Stack } from '@mantine/core'
import { agreements } from '@vypusk/contract'
import { useChange } from '../../../api/changes.ts'
import { call } from '../../../api/client.ts'
import { manyInParts } from '../../../api/in-parts.ts'
import { showError } from '../../kit/feedback/dialogs.tsx'
import { showNotice } from '../../kit/feedback/notices.ts'
import { toast } from '../../kit/feedback/toast.tsx'
import { agreementsCount, anotherNotice, remindedNotice, sentNotice } from './texts.ts'
import { notifyRefusal } from '../../kit/feedback/refused.ts'

type Action = 'send' | 'remind' | 'another'
type Done = Awaited<ReturnType<typeof manyInParts<number, number, { id: number; message: string }>>>

const CALLS = { send: agreements.sendMany, remind: agreements.remindMany, another: agreements.askAnother }
const NOTICES = { send: sentNotice, remind: remindedNotice, another: anotherNotice }

/** Reports what was done and why the others were refused. */
function notifyOutcome(action: Action, { done, refused, mail }: Done): void {
  if (done.length > 0) showNotice(NOTICES[action](done.length, mail))
  const [first, ...others] = refused
  if (!first) return
  if (done.length === 0 && others.length === 0) return toast.warning(first.message)
  showError(
    <Stack gap="xs">
      <div>Пропущено: {agreementsCount(refused.length)}</div>
      {refused.map(({ id, message }) => (
        <div key={id}>
          Согласование {id}: {message}
        </div>
      ))}
    </Stack>,
  )
}

/**
 * Sends dates to clients for approval, or reminds clients. Each agreement is handled separately, so one refusal does
 * not stop the others.
 */
export function useSending() {
  const { mutate, isPending, variables } = useChange({
    changes: ['agreement', 'release'],
    mutationFn: ({ action, ids }: { action: Action; ids: number[] }) =>
      manyInParts(
        ids,
        (part) => call(CALLS[action], { body: { ids: part }, onRefusal: 'throw' }),
        (id, message) => ({ id, message }),
      ),
    onSuccess: (reply, { action }) => notifyOutcome(action, reply),
    onError: notifyRefusal,
  })
  return {
    /** @param done called when it is finished, for example to unmark the rows */
    run: (action: Action, ids: number[], done?: () => void) => mutate({ action, ids }, { onSuccess: () => done?.() }),
    isPending,
    /** The action in progress. */
    action: isPending ? variables.action : undefined,
  }
}
