import { Alert, Button, Group, Textarea } from '@mantine/core'
import type { releases } from '@vypusk/contract'
import { useState } from 'react'
import { toast } from '../../components/feedback/toast.tsx'
import { RichTextField } from '../../components/fields/RichTextField.tsx'
import { useServerForm } from '../../components/fields/useServerForm.tsx'
import { RichText } from '../../ui/RichText.tsx'
import { saveComment, saveDescription, saveTerms } from './api.ts'
import classes from './ReleasePage.module.css'

type Field = 'terms' | 'comment' | 'description'

/** What differs between the texts of a release that are saved on their own. */
export const KINDS = {
  terms: { label: 'Правила', save: saveTerms, empty: 'Правил пока нет' },
  comment: { label: 'Комментарий', save: saveComment, empty: 'Комментария пока нет' },
  description: { label: 'Описание', save: saveDescription, empty: 'Описания пока нет' },
} as const

interface TextFormProps {
  release: releases.ReleaseDetail
  field: Field
  onDone: () => void
}

export const Shown = ({ field, text }: { field: Field; text: string }) =>
  field === 'comment' ? <p className={classes.plain}>{text}</p> : <RichText html={text} />

/** The form of one of the long texts; what others saved meanwhile is shown above one's own. */
export function TextForm({ release, field, onDone }: TextFormProps) {
  const { label, save } = KINDS[field]
  const [initialValues] = useState(() => {
    const text = release[field] ?? ''
    // What the text was made from goes with it, into its draft as well, whatever others save meanwhile.
    return { text, was: text, version: release.version }
  })
  const [theirs, setTheirs] = useState<string | null>(null)
  const { form, isSaving, formProps } = useServerForm({
    name: `release.${release.id}.${field}`,
    initialValues,
    save: ({ text, version }) => save(release.id, text, version),
    changes: ['release'],
    onSaved: () => {
      toast.success('Сохранено')
      onDone()
    },
    onRefused: (error) => {
      const current = error.data['current'] as releases.ReleaseDetail | undefined
      if (error.status !== 409 || !current) return false
      setTheirs(current[field] ?? '')
      form.setFieldValue('version', current.version)
      return true
    },
  })
  const input = form.getInputProps('text')
  return (
    <form {...formProps} className={classes.textForm}>
      {theirs !== null && (
        <Alert color="yellow" title="Пока вы писали, релиз изменили" role="alert">
          {theirs === form.values.was ? (
            'Этот текст никто не трогал: сохраните ещё раз.'
          ) : (
            <>
              <p>Сейчас сохранён такой текст. Возьмите из него нужное и сохраните ещё раз:</p>
              <Shown field={field} text={theirs} />
            </>
          )}
        </Alert>
      )}
      {field === 'comment' ? (
        <Textarea aria-label={label} autoFocus minRows={6} {...input} />
      ) : (
        <RichTextField
          label={label}
          hideLabel
          value={form.values.text}
          onChange={(text) => form.setFieldValue('text', text)}
        />
      )}
      <Group gap="xs">
        <Button type="submit" loading={isSaving}>
          Сохранить
        </Button>
        <Button variant="default" onClick={onDone}>
          Отмена
        </Button>
      </Group>
    </form>
  )
}
