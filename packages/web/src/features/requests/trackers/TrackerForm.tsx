import { Button, Group, Stack, TextInput } from '@mantine/core'
import { isNotEmpty } from '@mantine/form'
import type { UseFormReturnType } from '@mantine/form'
import { trackers } from '@vypusk/contract'
import { useState } from 'react'
import { useIsShown } from '../../../components/kit/feedback/useIsShown.ts'
import { useSecretForm } from '../../../components/kit/fields/useSecretForm.ts'
import { PasswordField } from '../../../ui/PasswordField.tsx'
import { useTrackers } from './api.ts'

interface TrackerFormProps {
  /** The one to change; left out for a new one. */
  tracker?: trackers.Tracker
  onClose: () => void
}

const FILL = 'Заполните поле'

interface Values extends Record<string, string> {
  name: string
  url: string
  key: string
  request_field: string
  source: string
}

const Fields = ({ form, tracker }: { form: UseFormReturnType<Values>; tracker: trackers.Tracker | undefined }) => (
  <>
    <TextInput
      label="Название"
      description="Так будут подписаны задачи"
      placeholder="Redmine"
      data-autofocus={tracker === undefined}
      maxLength={100}
      {...form.getInputProps('name')}
    />
    <TextInput label="Адрес" placeholder="https://redmine.example.ru" maxLength={2000} {...form.getInputProps('url')} />
    <PasswordField
      label="Ключ доступа к API"
      description="В Redmine: «Моя учётная запись» → «Ключ доступа к API». REST API должен быть включён"
      placeholder={tracker ? 'Остаётся прежний' : ''}
      autoComplete="off"
      maxLength={200}
      {...form.getInputProps('key')}
    />
    <TextInput
      label="Поле задачи с номером заявки"
      description="Настраиваемое поле Redmine: номер заявки здесь или её прежний номер"
      maxLength={100}
      {...form.getInputProps('request_field')}
    />
    <TextInput
      label="Источник перенесённых заявок"
      description="Если заявки взяты отсюда: часы самой задачи и её подзадач встанут на заявку. Запомнится при загрузке"
      maxLength={200}
      {...form.getInputProps('source')}
    />
  </>
)

/**
 * The address of a Redmine, the key by which it is read, and the field in which its issues name requests. Nothing of
 * this is kept in the browser.
 */
export function TrackerForm({ tracker: shown, onClose }: TrackerFormProps) {
  // What it was when the form was opened: a later change is not saved over.
  const [tracker] = useState(shown)
  const { create, save } = useTrackers()
  const isShown = useIsShown()
  const { form, formProps } = useSecretForm<Values>({
    initialValues: {
      name: tracker?.name ?? '',
      url: tracker?.url ?? '',
      key: '',
      request_field: tracker?.request_field ?? trackers.REQUEST_FIELD,
      source: tracker?.source ?? '',
    },
    validate: {
      name: isNotEmpty(FILL),
      url: isNotEmpty('Укажите адрес Redmine'),
      request_field: isNotEmpty(FILL),
      key: (key: string) => (tracker || key.trim() !== '' ? null : 'Вставьте ключ доступа к API'),
    },
    send: async (fields) => {
      if (tracker) await save.mutateAsync({ id: tracker.id, version: tracker.version, ...fields })
      else await create.mutateAsync(fields)
      if (isShown()) onClose()
    },
  })
  return (
    <form {...formProps} aria-label="Redmine">
      <Stack gap="md">
        <Fields form={form} tracker={tracker} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Отмена
          </Button>
          <Button type="submit" loading={create.isPending || save.isPending}>
            {tracker ? 'Сохранить' : 'Подключить'}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
