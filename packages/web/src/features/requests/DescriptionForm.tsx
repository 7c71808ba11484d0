import { Alert, Button, Group, Stack, Switch } from '@mantine/core'
import type { requests } from '@vypusk/contract'
import { useState } from 'react'
import { toast } from '../../components/feedback/toast.tsx'
import { RichTextField } from '../../components/fields/RichTextField.tsx'
import { useServerForm } from '../../components/fields/useServerForm.tsx'
import { RichText } from '../../ui/RichText.tsx'
import { useSaveDescription } from './api.ts'
import { REQUEST_SAVED } from './texts.ts'

/** What another person has saved meanwhile. */
type Current = Pick<requests.RequestDetail, 'description' | 'isSolo' | 'version'>

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

interface DescriptionFormProps {
  request: requests.RequestDetail
  onLeave: () => void
}

export function DescriptionForm({ request, onLeave }: DescriptionFormProps) {
  const [current, setCurrent] = useState<Current | null>(null)
  // The version the text was made from, whatever arrives from others while it is written.
  const [version, setVersion] = useState(request.version)
  const send = useSaveDescription(request.id)
  const { form, isSaving, formProps, dropDraft } = useServerForm({
    name: `request.${request.id}.description`,
    initialValues: { description: request.description, isSolo: request.isSolo },
    save: (values) => send({ ...values, version }),
    onSaved: () => {
      toast.success(REQUEST_SAVED)
      onLeave()
    },
    onRefused: ({ status, data }) => {
      if (status !== 409) return false
      const saved = data['current'] as Current
      setCurrent(saved)
      setVersion(saved.version)
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
