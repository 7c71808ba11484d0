import { Textarea } from '@mantine/core'
import type { releases } from '@vypusk/contract'
import { toast } from '../../../components/kit/feedback/toast.tsx'
import { RichTextField } from '../../../components/kit/fields/RichTextField.tsx'
import { SaveOrCancel } from '../../../components/kit/fields/SaveOrCancel.tsx'
import { ConflictAlert } from '../../../components/kit/conflict/ConflictAlert.tsx'
import { useEditForm } from '../../../components/kit/conflict/useEditForm.ts'
import { RichText } from '../../../ui/RichText.tsx'
import { saveComment, saveDescription, saveTerms } from '../api.ts'
import classes from '../ReleasePage.module.css'

type Field = 'terms' | 'comment' | 'description'

/** The differences between a release's texts that are saved separately. */
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

const shownBy = (field: Field) => (text: string) => text && <Shown field={field} text={text} />

/** The form for one of the long texts; what others have saved meanwhile is shown above the person's own text. */
export function TextForm({ release, field, onDone }: TextFormProps) {
  const { label, save } = KINDS[field]
  const server = useEditForm<{ text: string }, releases.ReleaseDetail, unknown>({
    name: `release.${release.id}.${field}`,
    saved: release,
    valuesOf: (saved) => ({ text: saved?.[field] ?? '' }),
    save: ({ text }, { version }) => save(release.id, text, version ?? release.version),
    // The server calls the text by its own name.
    mends: { text: [field] },
    changes: ['release'],
    onSaved: () => {
      toast.success('Сохранено')
      onDone()
    },
  })
  const { form, isSaving, formProps, dropDraft } = server
  const error = form.errors[field]
  return (
    <form {...formProps} className={classes.textForm}>
      <ConflictAlert form={server} what="текст" fields={{ text: [label, shownBy(field)] }} />
      {field === 'comment' ? (
        <Textarea aria-label={label} autoFocus minRows={6} {...form.getInputProps('text')} error={error} />
      ) : (
        <RichTextField
          label={label}
          hideLabel
          value={form.values.text}
          error={error}
          onChange={(text) => form.setFieldValue('text', text)}
        />
      )}
      <SaveOrCancel isSaving={isSaving} onCancel={() => (dropDraft(), onDone())} />
    </form>
  )
}
