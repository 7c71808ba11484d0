import { Alert, Button, Group, Stack, Switch } from '@mantine/core'
import type { releases } from '@vypusk/contract'
import { useState } from 'react'
import { toast } from '../feedback/toast.tsx'
import { RichTextField } from '../fields/RichTextField.tsx'
import { useServerForm } from '../fields/useServerForm.tsx'
import { RichText } from '../../ui/RichText.tsx'
import { REQUEST_SAVED } from './texts.ts'

/** What is edited, and the version it was read with. */
type Text = Pick<releases.RequestText, 'id' | 'description' | 'isSolo' | 'version'>
/** What another person has saved meanwhile. */
type Current = Omit<Text, 'id'>

interface MeetingProps {
  current: Current
  onTake: () => void
}

/** Both texts stand: the other's here, one's own in the editor below. */
const Meeting = ({ current, onTake }: MeetingProps) => (
  <Alert color="yellow" role="alert" title="Пока вы писали, текст сохранил другой человек">
    {current.description ? <RichText html={current.description} /> : 'Он оставил текст пустым.'}
    <p>Ваш текст – ниже. Сохраните его ещё раз, чтобы заменить этот.</p>
    <Button variant="default" size="compact-sm" onClick={onTake}>
      Взять сохранённый
    </Button>
  </Alert>
)

interface RequestTextFormProps {
  text: Text
  save: (values: Current) => Promise<unknown>
  onLeave: () => void
}

/** The text that stands for a request in a release description, and its place there. */
export function RequestTextForm({ text, save, onLeave }: RequestTextFormProps) {
  const [current, setCurrent] = useState<Current | null>(null)
  const { form, isSaving, formProps, dropDraft } = useServerForm({
    name: `request.${text.id}.description`,
    // The version the text was made from goes with it, into its draft as well, whatever others save meanwhile.
    initialValues: { description: text.description, isSolo: text.isSolo, version: text.version },
    save,
    onSaved: () => {
      toast.success(REQUEST_SAVED)
      onLeave()
    },
    onRefused: ({ status, data }) => {
      if (status !== 409) return false
      const saved = data['current'] as Current
      setCurrent(saved)
      form.setFieldValue('version', saved.version)
      return true
    },
  })
  const take = () => {
    if (current) form.setValues({ description: current.description, isSolo: current.isSolo })
    setCurrent(null)
  }
  return (
    <form {...formProps} aria-label="Текст для описания релиза">
      <Stack gap="xs">
        {current && <Meeting current={current} onTake={take} />}
        <RichTextField
          label="Текст для описания релиза"
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
        <Group gap="xs">
          <Button type="submit" size="compact-sm" loading={isSaving}>
            Сохранить
          </Button>
          <Button variant="default" size="compact-sm" onClick={() => (dropDraft(), onLeave())}>
            Отмена
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
