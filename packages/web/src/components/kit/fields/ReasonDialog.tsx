import { Button, Group, Modal, Stack, Textarea } from '@mantine/core'
import type { ReactNode } from 'react'
import { whenSaved } from '../feedback/when-done.ts'
import { formOf } from './unread.ts'
import { useDraftText } from './useDraftText.ts'

interface ReasonDialogProps {
  title: string
  label?: string
  /** Explains who will read it. */
  description: string
  placeholder?: string
  maxLength: number
  /** The label of the button. */
  action: string
  /** The colour of the button: red when the action cannot be undone. */
  color?: string
  /** What the action means, above the field. */
  children?: ReactNode
  /** The name under which the typed text is kept until it is saved or abandoned. */
  draft: string
  isPending: boolean
  /** Why the server refused it. */
  error?: string | null
  onClose: () => void
  onSave: (reason: string) => Promise<unknown>
}

/** Asks for the reason that an action requires. */
export function ReasonDialog({ title, draft, action, color, children, ...props }: ReasonDialogProps) {
  const { isPending, onClose, onSave, ...field } = props
  const reason = useDraftText(draft)
  const isEmpty = reason.text.trim() === ''
  const leave = () => (reason.drop(), onClose())
  return (
    <Modal opened onClose={onClose} title={title}>
      <form {...formOf(() => void (!isEmpty && !isPending && whenSaved(onSave(reason.text), leave)))}>
        <Stack gap="sm">
          {children}
          <Textarea
            data-autofocus
            label="Почему"
            required
            autosize
            minRows={2}
            {...field}
            value={reason.text}
            readOnly={isPending}
            onChange={(event) => reason.set(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={leave}>
              Отмена
            </Button>
            <Button type="submit" {...(color && { color })} disabled={isEmpty} loading={isPending}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
