import { Stack, Switch } from '@mantine/core'
import type { releases } from '@vypusk/contract'
import { toast } from '../../kit/feedback/toast.tsx'
import { RichTextField } from '../../kit/fields/RichTextField.tsx'
import { SaveOrCancel } from '../../kit/fields/SaveOrCancel.tsx'
import { ConflictAlert, type FieldNames } from '../../kit/conflict/ConflictAlert.tsx'
import { useEditForm } from '../../kit/conflict/useEditForm.ts'
import { RichText } from '../../../ui/RichText.tsx'
import { REQUEST_SAVED } from './texts.ts'

/** The text being edited, and the version it was read with. */
type Text = Pick<releases.RequestText, 'id' | 'description' | 'isSolo' | 'version'>
/** What another person has saved meanwhile. */
type Current = Omit<Text, 'id'>

/** The values of the form; a `type`, because forms need an index signature. */
type Values = Pick<Text, 'description' | 'isSolo'>

const LABEL = 'Текст для описания релиза'
const FIELDS: FieldNames<{ description: string; isSolo: boolean }> = {
  description: [LABEL, (html) => html && <RichText html={html} />],
  isSolo: ['Отдельным пунктом', (isSolo) => (isSolo ? 'да' : 'нет')],
}

interface RequestTextFormProps {
  text: Text
  save: (values: Current) => Promise<unknown>
  onLeave: () => void
}

/** Edits the text of a request in a release description, and its place there. */
export function RequestTextForm({ text, save, onLeave }: RequestTextFormProps) {
  const server = useEditForm<Values, Current, unknown>({
    name: `request.${text.id}.description`,
    saved: text,
    valuesOf: (saved = text) => ({ description: saved.description, isSolo: saved.isSolo }),
    save: (values, { version }) => save({ ...values, version: version ?? text.version }),
    onSaved: () => {
      toast.success(REQUEST_SAVED)
      onLeave()
    },
  })
  const { form, isSaving, formProps, dropDraft } = server
  return (
    <form {...formProps} aria-label={LABEL}>
      <Stack gap="xs">
        <ConflictAlert form={server} what="текст" fields={FIELDS} />
        <RichTextField
          label={LABEL}
          hideLabel
          value={form.values.description}
          error={form.errors['description']}
          onChange={(description) => form.setFieldValue('description', description)}
        />
        <Switch
          label="Отдельным пунктом"
          description="Иначе текст войдёт в общий текст модуля"
          {...form.getInputProps('isSolo', { type: 'checkbox' })}
        />
        <SaveOrCancel isSaving={isSaving} size="compact-sm" onCancel={() => (dropDraft(), onLeave())} />
      </Stack>
    </form>
  )
}
