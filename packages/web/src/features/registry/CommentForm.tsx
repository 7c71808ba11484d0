import { Button, Combobox, Textarea, useCombobox } from '@mantine/core'
import { registry } from '@vypusk/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../api/client.ts'
import { useServerForm } from '../../components/kit/fields/useServerForm.tsx'
import { mentionableQuery } from './api.ts'
import { begunMention, completeMention, fitting, mentionedIn } from '../../components/kit/fields/mentions.ts'
import classes from './registry.module.css'
import { sideLabels } from './texts.ts'
import quiet from '../../ui/quiet.module.css'

const EMPTY = { comment: '' }

/** Writes a comment to both sides; people mentioned with @ get a letter. */
export function CommentForm({ id }: { id: number }) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [begun, setBegun] = useState<string | null>(null)
  const { data: people = [] } = useQuery(mentionableQuery(id))
  const combobox = useCombobox()
  const offered = begun === null ? [] : fitting(people, begun)
  const { form, isSaving, formProps } = useServerForm({
    name: `registry.comment.${id}`,
    initialValues: EMPTY,
    empty: EMPTY,
    validate: { comment: (text) => (text.trim() === '' ? 'Напишите комментарий' : null) },
    save: ({ comment }, idempotencyKey) =>
      call(registry.addComment, {
        body: { id, comment, mentions: mentionedIn(comment, people) },
        idempotencyKey,
      }),
    changes: ['registry_entry'],
    onRefused: ({ errors }) => Object.keys(errors).length > 0,
  })
  const look = ({ value, selectionStart }: HTMLTextAreaElement) => {
    const next = begunMention(value, selectionStart)
    setBegun(next)
    if (next === null) combobox.closeDropdown()
    else combobox.openDropdown()
  }
  // The options change with every letter; Enter takes the first one.
  useEffect(() => {
    if (begun !== null) combobox.selectFirstOption()
    // oxlint-disable-next-line react/exhaustive-deps -- the store is recreated by every render
  }, [begun])
  const choose = (name: string) => {
    const done = completeMention(form.values.comment, field.current?.selectionStart ?? 0, name)
    form.setFieldValue('comment', done.text)
    setBegun(null)
    combobox.closeDropdown()
    requestAnimationFrame(() => field.current?.setSelectionRange(done.caret, done.caret))
  }

  return (
    <form {...formProps} aria-label="Новый комментарий">
      <Combobox store={combobox} onOptionSubmit={choose} position="top-start" width={280} shadow="md">
        <Combobox.Target>
          <Textarea
            ref={field}
            label="Комментарий"
            placeholder="Сообщение обеим сторонам, @ – упомянуть"
            autosize
            minRows={2}
            maxRows={8}
            maxLength={4000}
            {...form.getInputProps('comment')}
            onChange={(event) => {
              form.setFieldValue('comment', event.currentTarget.value)
              look(event.currentTarget)
            }}
            onClick={(event) => look(event.currentTarget)}
            onBlur={() => combobox.closeDropdown()}
          />
        </Combobox.Target>
        <Combobox.Dropdown hidden={offered.length === 0}>
          <Combobox.Options aria-label="Кого упомянуть">
            {offered.map((person) => (
              <Combobox.Option key={person.id} value={person.name}>
                {person.name} <span className={quiet.dim}>{sideLabels[person.side]}</span>
              </Combobox.Option>
            ))}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      <div className={classes.buttons}>
        <Button type="submit" loading={isSaving}>
          Отправить
        </Button>
      </div>
    </form>
  )
}
