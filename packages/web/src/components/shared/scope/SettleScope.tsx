import { Button, Group } from '@mantine/core'
import { scopes } from '@vypusk/contract'
import type { BodyInput } from '@vypusk/contract'
import { useState } from 'react'
import { useChange } from '../../../api/changes.ts'
import { call } from '../../../api/client.ts'
import { AbleButton } from '../../../ui/AbleButton.tsx'
import { showNotice, withMail } from '../../kit/feedback/notices.ts'
import { toast } from '../../kit/feedback/toast.tsx'
import { ReasonDialog } from '../../kit/fields/ReasonDialog.tsx'
import { notifyRefusal } from '../../kit/feedback/refused.ts'

type Settling = BodyInput<typeof scopes.settle>

const settledInWords = (count: number) =>
  count === 1 ? 'Решение записано' : `Решение записано, согласований: ${count}`

const useSettle = () =>
  useChange({
    changes: ['agreement', 'release'],
    mutationFn: (body: Settling) => call(scopes.settle, { body, onRefusal: 'throw' }),
    onSuccess: ({ done, refused, mail }) => {
      const [first] = refused
      if (done.length > 0) showNotice(withMail(settledInWords(done.length), mail))
      if (first) toast.error(first.message)
    },
    onError: notifyRefusal,
  })

interface SettleScopeProps {
  /** Each with the scope shown on the screen. */
  agreements: Settling['agreements']
  /** `true`, or why the client cannot be written to about it. */
  canTell: true | string
}

/** Staff decide about changed scopes, of one agreement or of many. */
export function SettleScope({ agreements, canTell }: SettleScopeProps) {
  const [isOpen, setOpen] = useState(false)
  const { mutate, mutateAsync, isPending } = useSettle()
  const settle = (decision: scopes.Decision) => mutate({ agreements, decision, reason: '' })
  return (
    <Group gap="xs">
      <AbleButton size="xs" primary ability={canTell} loading={isPending} onClick={() => settle('anew')}>
        Согласовать заново
      </AbleButton>
      <AbleButton size="xs" ability={canTell} loading={isPending} onClick={() => settle('tell')}>
        Только сообщить
      </AbleButton>
      <Button size="xs" variant="default" disabled={isPending} onClick={() => setOpen(true)}>
        Несущественно…
      </Button>
      {isOpen && (
        <ReasonDialog
          title="Изменение несущественно"
          description="Останется в истории; клиенту письма не будет."
          maxLength={scopes.MAX_SCOPE_REASON}
          action="Несущественно"
          draft={`scope.${agreements.map(({ id }) => id).join('-')}.ignore`}
          isPending={isPending}
          onClose={() => setOpen(false)}
          onSave={(reason) => mutateAsync({ agreements, decision: 'ignore', reason })}
        />
      )}
    </Group>
  )
}
