import { Button, Stack } from '@mantine/core'
import { sentenceOf } from '../../api/api-error.ts'
import { showError } from '../../components/feedback/dialogs.tsx'
import { toast } from '../../components/feedback/toast.tsx'
import { useManyAgreements } from './api.ts'
import type { Done, ManyAction } from './api.ts'
import { remindedNotice, sentNotice } from './texts.ts'

const NOTICES = { send: sentNotice, remind: remindedNotice }

/** Says what was done, and of each refused one why. */
function tell(action: ManyAction, { done, refused, mail }: Done): void {
  if (done.length > 0) {
    const { text, isMailError } = NOTICES[action](done.length, mail)
    if (isMailError) toast.mailError(text)
    else toast.success(text)
  }
  if (refused.length === 0) return
  showError(
    <Stack gap="xs">
      {refused.map(({ id, message }) => (
        <div key={id}>
          Согласование {id}: {message}
        </div>
      ))}
    </Stack>,
  )
}

interface ManyActionsProps {
  ids: number[]
  clear: () => void
}

/** What can be done with marked agreements: each for itself, so that one refused holds up nobody. */
export function ManyActions({ ids, clear }: ManyActionsProps) {
  const { mutate, isPending, variables } = useManyAgreements()
  const run = (action: ManyAction) =>
    mutate(
      { action, ids },
      {
        onSuccess: (reply) => {
          tell(action, reply)
          clear()
        },
        onError: (error) => toast.error(sentenceOf(error)),
      },
    )
  return (
    <>
      <Button loading={isPending && variables.action === 'send'} disabled={isPending} onClick={() => run('send')}>
        Отправить клиенту
      </Button>
      <Button
        variant="default"
        loading={isPending && variables.action === 'remind'}
        disabled={isPending}
        onClick={() => run('remind')}
      >
        Напомнить
      </Button>
    </>
  )
}
