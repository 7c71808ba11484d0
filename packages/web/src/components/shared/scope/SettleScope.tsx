import { Button, Group, Modal, Stack, Textarea } from '@mantine/core'
import { scopes } from '@vypusk/contract'
import type { BodyInput } from '@vypusk/contract'
import { useState } from 'react'
import { useChange } from '../../../api/changes.ts'
import { call } from '../../../api/client.ts'
import { toast } from '../../kit/feedback/toast.tsx'
import { formOf } from '../../kit/fields/unread.ts'
import { sayRefusal } from '../../kit/feedback/refused.ts'

type Settling = BodyInput<typeof scopes.settle>

const useSettle = () =>
  useChange({
    changes: ['agreement', 'release'],
    mutationFn: (body: Settling) => call(scopes.settle, { body, onRefusal: 'throw' }),
  })

interface IgnoreDialogProps {
  isPending: boolean
  onClose: () => void
  onSettle: (reason: string) => void
}

/** Why nobody has to hear of it: the history keeps that. */
function IgnoreDialog({ isPending, onClose, onSettle }: IgnoreDialogProps) {
  const [reason, setReason] = useState('')
  const isEmpty = reason.trim() === ''
  return (
    <Modal opened onClose={onClose} title="Изменение несущественно">
      <form {...formOf(() => void (!isEmpty && !isPending && onSettle(reason)))}>
        <Stack gap="sm">
          <Textarea
            data-autofocus
            label="Почему"
            description="Останется в истории; клиенту письма не будет."
            required
            autosize
            minRows={2}
            maxLength={scopes.MAX_SCOPE_REASON}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Отмена
            </Button>
            <Button type="submit" disabled={isEmpty} loading={isPending}>
              Несущественно
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

interface SettleScopeProps {
  /** Each with the scope that is on the screen. */
  agreements: Settling['agreements']
}

/** What staff do of changed scopes, of one or of many. */
export function SettleScope({ agreements }: SettleScopeProps) {
  const [isAsking, setAsking] = useState(false)
  const { mutate, isPending } = useSettle()
  const settle = (decision: scopes.Decision, reason = '') =>
    mutate(
      { agreements, decision, reason },
      {
        onSuccess: ({ done, refused }) => {
          setAsking(false)
          const [first] = refused
          if (first) toast.error(first.message)
          else toast.success(done.length === 1 ? 'Решение записано' : `Решение записано, согласований: ${done.length}`)
        },
        onError: sayRefusal,
      },
    )
  return (
    <Group gap="xs">
      <Button size="xs" loading={isPending} onClick={() => settle('anew')}>
        Согласовать заново
      </Button>
      <Button size="xs" variant="default" disabled={isPending} onClick={() => settle('tell')}>
        Только сообщить
      </Button>
      <Button size="xs" variant="default" disabled={isPending} onClick={() => setAsking(true)}>
        Несущественно…
      </Button>
      {isAsking && (
        <IgnoreDialog
          isPending={isPending}
          onClose={() => setAsking(false)}
          onSettle={(reason) => settle('ignore', reason)}
        />
      )}
    </Group>
  )
}
