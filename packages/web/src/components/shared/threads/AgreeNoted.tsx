import { Alert, Button, Group, Stack, Textarea } from '@mantine/core'
import { agreements } from '@vypusk/contract'
import { whenSaved } from '../../kit/feedback/when-done.ts'
import { formOf } from '../../kit/fields/unread.ts'
import { useDraftText } from '../../kit/fields/useDraftText.ts'
import { refusalText } from '../agreement/refusal-text.ts'
import classes from './Threads.module.css'

interface AgreeNotedProps {
  /** The name the draft is kept under. */
  name: string
  size?: 'lg'
  isPending: boolean
  error: Error | null
  onAgree: (remark: string) => Promise<unknown>
  onDone: () => void
}

/** Agrees with a remark about what should still be done; the publication does not wait for it. */
export function AgreeNoted({ name, size, isPending, error, onAgree, onDone }: AgreeNotedProps) {
  const { text, set, drop } = useDraftText(name)
  const isEmpty = text.trim() === ''
  const leave = () => (drop(), onDone())
  const look = size ? ({ size, fullWidth: true } as const) : {}
  return (
    <form
      className={classes.writing}
      aria-label="Согласовать с замечанием"
      {...formOf(() => void (!isEmpty && !isPending && whenSaved(onAgree(text), leave)))}
    >
      <Stack gap="xs">
        <Textarea
          label="Замечание"
          description="Дата будет согласована. Публикация не ждёт ответа на это замечание."
          autoFocus
          autosize
          minRows={3}
          maxRows={10}
          maxLength={agreements.MAX_REMARK}
          {...(size && { size: 'md' })}
          value={text}
          readOnly={isPending}
          onChange={(event) => set(event.currentTarget.value)}
        />
        {error && <Alert color="red" title={refusalText(error)} role="alert" />}
        <Group gap="xs">
          <Button {...look} type="submit" loading={isPending} disabled={isEmpty}>
            Согласовать с замечанием
          </Button>
          <Button {...look} variant="default" disabled={isPending} onClick={leave}>
            Отмена
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
