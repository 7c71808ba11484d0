import { Alert, Button, Group, Stack } from '@mantine/core'
import type { FileInfo } from '@vypusk/contract'
import type { ReactNode } from 'react'
import { mentionedIn } from '../../kit/fields/mentions.ts'
import { RichTextField } from '../../kit/fields/RichTextField.tsx'
import { formOf } from '../../kit/fields/unread.ts'
import { useDraftState } from '../../kit/fields/useDraftState.ts'
import { Attachments } from './Attachments.tsx'
import { usePlace } from './place.ts'
import type { Attaching, Words } from './place.ts'
import { useSending } from './useSending.ts'

interface Written {
  html: string
  files: FileInfo[]
}

const EMPTY: Written = { html: '', files: [] }

interface WordsFormProps {
  /** Name of the draft within its place: `thread.5.answer`. */
  name: string
  label: string
  send: string
  saved?: Written
  /** Further fields beside the text. */
  children?: ReactNode
  onSend: (words: Words) => Promise<string | null>
  onDone: () => void
}

interface FieldsProps extends Omit<WordsFormProps, 'name' | 'saved'> {
  words: ReturnType<typeof useDraftState<Written>>
  attaching: Attaching
}

const wordsIn = (html: string): string => new DOMParser().parseFromString(html, 'text/html').body.textContent

function Fields({ words, attaching, label, send, children, onSend, onDone }: FieldsProps) {
  const { people } = usePlace()
  const { change, drop } = words
  const { html, files } = words.values
  const { canSend, isPending, wrong, leave, submit } = useSending({
    files,
    attaching,
    isWritten: html !== '' || files.length > 0,
    send: () => onSend({ html, files: files.map(({ id }) => id), mentions: mentionedIn(wordsIn(html), people ?? []) }),
    drop,
    onDone,
  })
  return (
    <form aria-label={label} {...formOf(() => void submit())}>
      <Stack gap="xs">
        <RichTextField
          label={label}
          hideLabel
          value={html}
          readOnly={isPending}
          people={people}
          onChange={(next) => change((before) => ({ ...before, html: next }))}
        />
        <Attachments
          files={files}
          attaching={attaching}
          isSending={isPending}
          onRemove={({ id }) =>
            change((before) => ({ ...before, files: before.files.filter((file) => file.id !== id) }))
          }
        />
        {children}
        {wrong && <Alert color="red" title={wrong} role="alert" />}
        <Group gap="xs">
          <Button type="submit" loading={isPending} disabled={!canSend}>
            {send}
          </Button>
          <Button variant="default" disabled={isPending} onClick={leave}>
            Отмена
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** A form for rich text with pictures and files; a refusal keeps all of them. */
export function WordsForm({ name, saved = EMPTY, ...rest }: WordsFormProps) {
  const { Attach, ...place } = usePlace()
  const draft = `${place.name}.${name}`
  const words = useDraftState(draft, saved)
  return (
    <Attach name={draft} onFile={(file) => words.change((before) => ({ ...before, files: [...before.files, file] }))}>
      {(attaching) => <Fields {...rest} words={words} attaching={attaching} />}
    </Attach>
  )
}
