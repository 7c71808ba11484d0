import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { ConflictAlert, type FieldNames } from '../../../components/kit/conflict/ConflictAlert.tsx'
import { useEditForm } from '../../../components/kit/conflict/useEditForm.ts'
import { toast } from '../../../components/kit/feedback/toast.tsx'
import { History } from '../../../components/shared/history/History.tsx'
import { Section } from '../../../ui/Section.tsx'
import { LetterButtons } from './LetterButtons.tsx'
import { LetterFields } from './LetterFields.tsx'
import { LetterPreview } from './LetterPreview.tsx'
import { letterChange, saveLetter, wordsOf } from './api.ts'
import type { Detail, Words } from './api.ts'
import classes from './letters.module.css'

const PREVIEW_AFTER_MS = 400

const asTyped = (words: string) => words
const FIELDS: FieldNames<Words> = {
  subject: ['Тема', asTyped],
  heading: ['Заголовок', asTyped],
  text: ['Текст', asTyped],
  button: ['Надпись на кнопке', asTyped],
}

interface LetterEditorProps {
  template: Detail
  /** Called when the saved text differs from what this form started with. */
  onChanged: () => void
}

function useLetterForm({ template, onChanged }: LetterEditorProps) {
  // The form is based on the state at the time of opening, whatever arrives meanwhile.
  const [base] = useState(template)
  const server = useEditForm<Words, Detail, Awaited<ReturnType<typeof saveLetter>>>({
    name: `letter.${base.id}`,
    saved: base,
    valuesOf: (letter = base) => wordsOf(letter),
    save: (words, { version }) => saveLetter(base.id, { ...words, version: version ?? base.version }),
    ...letterChange,
    savedIn: ({ template: saved }) => saved,
    onSaved: () => {
      toast.success('Сохранено')
      onChanged()
    },
    onRefused: ({ errors }) => Object.keys(errors).length > 0,
  })
  return { ...server, base }
}

/** One letter: its text on the left, the resulting letter on the right. */
export function LetterEditor({ template, onChanged }: LetterEditorProps) {
  const server = useLetterForm({ template, onChanged })
  const { form, formProps, isSaving, dropDraft, base } = server
  const [shown] = useDebouncedValue(form.values, PREVIEW_AFTER_MS)
  return (
    <div className={classes.editor}>
      <form {...formProps} className={classes.form} aria-label={`Письмо: ${template.name}`}>
        <div>
          <h2 className={classes.title}>{template.name}</h2>
          <p className={classes.dim}>{template.about}</p>
        </div>
        <LetterFields form={form} placeholders={template.placeholders} />
        <ConflictAlert form={server} what="письмо" fields={FIELDS} />
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
