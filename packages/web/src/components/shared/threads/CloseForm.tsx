import { Alert, Button, Group, Stack, Textarea } from '@mantine/core'
import { threads } from '@vypusk/contract'
import { useState } from 'react'
import { useFormRefusal } from '../../kit/feedback/useFormRefusal.ts'
import { formOf } from '../../kit/fields/unread.ts'
import { useDraftText } from '../../kit/fields/useDraftText.ts'
import { usePlace } from './place.ts'

interface CloseFormProps {
  thread: threads.Thread
  onDone: () => void
}

/** Staff close a remark that a client has raised, with a reason that its author reads. */
export function CloseForm({ thread, onDone }: CloseFormProps) {
  const { name, acts } = usePlace()
  const { text, set, drop } = useDraftText(`${name}.thread.${thread.id}.closing`)
  const [isPending, setPending] = useState(false)
  const [refusal, showRefusal] = useFormRefusal()
  const isEmpty = text.trim() === ''
  const close = async () => {
    if (isEmpty || isPending) return
    setPending(true)
    const refused = await acts.turn(thread, { state: 'closed', reason: text })
    setPending(false)
    showRefusal(refused)
    if (refused === null) {
      drop()
      onDone()
    }
  }
  return (
    <form aria-label="Закрыть замечание" {...formOf(() => void close())}>
      <Stack gap="xs">
        <Textarea
          label="Почему закрываете"
          description="Замечание написал клиент: он прочитает причину."
          required
          autoFocus
          autosize
          minRows={2}
          maxRows={8}
          maxLength={threads.MAX_CLOSING}
          value={text}
          readOnly={isPending}
          onChange={(event) => set(event.currentTarget.value)}
        />
        {refusal && <Alert color="red" title={refusal} role="alert" />}
        <Group gap="xs">
          <Button type="submit" loading={isPending} disabled={isEmpty}>
            Закрыть замечание
          </Button>
          <Button variant="default" disabled={isPending} onClick={() => (drop(), onDone())}>
            Отмена
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
