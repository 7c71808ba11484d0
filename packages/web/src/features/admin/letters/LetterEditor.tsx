import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import type { ApiError } from '../../../api/api-error.ts'
import { TheirValues } from '../../../components/fields/TheirValues.tsx'
import { useServerForm } from '../../../components/fields/useServerForm.tsx'
import { toast } from '../../../components/feedback/toast.tsx'
import { History } from '../../../components/history/History.tsx'
import { Section } from '../../../ui/Section.tsx'
import { LetterButtons } from './LetterButtons.tsx'
import { LetterFields } from './LetterFields.tsx'
import { LetterPreview } from './LetterPreview.tsx'
import { letterChange, saveLetter, wordsOf } from './api.ts'
import type { Detail, Words } from './api.ts'
import classes from './letters.module.css'

const PREVIEW_AFTER_MS = 400

const NAMES: Record<keyof Words, string> = {
  subject: 'Тема',
  heading: 'Заголовок',
  text: 'Текст',
  button: 'Надпись на кнопке',
}
const differences = (mine: Words, theirs: Words): [name: string, value: string][] =>
  (Object.keys(NAMES) as (keyof Words)[])
    .filter((field) => mine[field] !== theirs[field])
    .map((field) => [NAMES[field], theirs[field]])

interface LetterEditorProps {
  template: Detail
  /** Something else is written there now than this form began with. */
  onChanged: () => void
}

function useLetterForm({ template, onChanged }: LetterEditorProps) {
  // The form stands on what was there when it was opened, whatever arrives meanwhile.
  const [base] = useState(template)
  const [theirs, setTheirs] = useState<Detail | null>(null)
  const serverForm = useServerForm<Words, Awaited<ReturnType<typeof saveLetter>>>({
    name: `letter.${base.id}`,
    initialValues: wordsOf(base),
    save: (words) => saveLetter(base.id, { ...words, version: (theirs ?? base).version }),
    ...letterChange,
    onSaved: () => {
      toast.success('Сохранено')
      onChanged()
    },
    onRefused: ({ status, data, errors }: ApiError) => {
      if (status === 409) setTheirs(data['current'] as Detail)
      return status === 409 || Object.keys(errors).length > 0
    },
  })
  return { ...serverForm, base, theirs }
}

/** One letter: its words at the left, what they make of it at the right. */
export function LetterEditor({ template, onChanged }: LetterEditorProps) {
  const { form, formProps, isSaving, dropDraft, base, theirs } = useLetterForm({ template, onChanged })
  const [shown] = useDebouncedValue(form.values, PREVIEW_AFTER_MS)
  return (
    <div className={classes.editor}>
      <form {...formProps} className={classes.form} aria-label={`Письмо: ${template.name}`}>
        <div>
          <h2 className={classes.title}>{template.name}</h2>
          <p className={classes.dim}>{template.about}</p>
        </div>
        <LetterFields form={form} placeholders={template.placeholders} />
        {theirs && <TheirValues title="Письмо изменил другой администратор" items={differences(form.values, theirs)} />}
        <LetterButtons
          template={template}
          base={base}
          words={form.values}
          isSaving={isSaving}
          onDrop={dropDraft}
          onChanged={onChanged}
        />
        {template.history.length > 0 && (
          <Section title="История" aside={template.history.length}>
            <History changes={template.history} />
          </Section>
        )}
      </form>
      <LetterPreview id={template.id} words={wordsOf(shown)} />
    </div>
  )
}
