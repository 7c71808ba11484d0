import { Alert, Button, Group, Stack, Textarea } from '@mantine/core'
import { trials } from '@vypusk/contract'
import type { FileInfo } from '@vypusk/contract'
import { formOf } from '../../kit/fields/unread.ts'
import { useDraftState } from '../../kit/fields/useDraftState.ts'
import { Attachments } from '../threads/Attachments.tsx'
import type { Attaching } from '../threads/place.ts'
import { useSending } from '../threads/useSending.ts'
import type { FilesHere, Report } from './reporting.ts'
import classes from './Trials.module.css'

interface FailureProps extends Pick<FilesHere, 'Attach'> {
  request_id: number
  draft: string
  report: Report
  onDone: () => void
}

interface Written {
  text: string
  files: readonly FileInfo[]
}

const EMPTY: Written = { text: '', files: [] }

interface FieldsProps extends Omit<FailureProps, 'Attach' | 'draft'> {
  attaching: Attaching
  words: ReturnType<typeof useDraftState<Written>>
}

/** Scrolls the whole form into view, with its buttons. */
const lookAt = (form: HTMLElement | null) => form?.scrollIntoView({ block: 'nearest' })

function Fields({ request_id, report, onDone, attaching, words }: FieldsProps) {
  const { change, drop } = words
  const { text, files } = words.values
  const { canSend, isPending, wrong, leave, submit } = useSending({
    files,
    attaching,
    isWritten: text.trim() !== '',
    send: () => report({ request_id, verdict: 'fails', comment: text, files: files.map(({ id }) => id) }),
    drop,
    onDone,
  })
  return (
    <form className={classes.actions} ref={lookAt} {...formOf(() => void submit())}>
      <Stack gap="xs">
        <Textarea
          label="Что не работает"
          description="Станет замечанием, которое держит публикацию"
          autosize
          minRows={2}
          maxRows={10}
          maxLength={trials.MAX_COMMENT}
          data-autofocus
          autoFocus
          value={text}
          readOnly={isPending}
          onChange={({ currentTarget: { value } }) => change((before) => ({ ...before, text: value }))}
        />
        <Attachments
          files={files}
          attaching={attaching}
          isSending={isPending}
          onRemove={({ id }) =>
            change((before) => ({ ...before, files: before.files.filter((file) => file.id !== id) }))
          }
        />
        {wrong && <Alert color="red" title={wrong} role="alert" />}
        <Group gap="xs">
          <Button type="submit" size="compact-sm" loading={isPending} disabled={!canSend}>
            Отправить
          </Button>
          <Button size="compact-sm" variant="default" disabled={isPending} onClick={leave}>
            Отмена
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** The form for describing a failure: the provider repairs it by this text and these pictures. */
export function Failure({ Attach, draft, ...rest }: FailureProps) {
  const words = useDraftState(`${draft}.report`, EMPTY)
  const add = (file: FileInfo) => words.change((before) => ({ ...before, files: [...before.files, file] }))
  return (
    <Attach name={`${draft}.files`} onFile={add}>
      {(attaching) => <Fields {...rest} attaching={attaching} words={words} />}
    </Attach>
  )
}
