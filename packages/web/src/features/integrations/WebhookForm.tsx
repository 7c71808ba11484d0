import { Button, Group, Stack, TextInput } from '@mantine/core'
import { isNotEmpty } from '@mantine/form'
import { webhooks } from '@vypusk/contract'
import { useState } from 'react'
import { ShownOnce } from '../../components/kit/fields/ShownOnce.tsx'
import { DraftNotice } from '../../components/kit/feedback/DraftNotice.tsx'
import { useServerForm } from '../../components/kit/fields/useServerForm.tsx'
import classes from './Integrations.module.css'
import { KindsField } from './KindsField.tsx'
import { createWebhook, saveWebhook } from './webhook-api.ts'

interface WebhookFormProps {
  /** The one to change; left out for a new one. */
  webhook?: webhooks.Webhook
  onClose: () => void
  /** Receives the secret of a new one, also when the form has been closed by then. */
  onMade?: (secret: string) => void
}

/** The secret that signs deliveries, shown only once. */
export const Secret = ({ value }: { value: string }) => (
  <Stack gap="md">
    <ShownOnce
      label="Секрет подписи"
      description="Скопируйте его сейчас: второй раз показать его нельзя, только сделать новый"
      value={value}
    />
    <div className={classes.dim}>
      По секрету другая система проверяет заголовок <code>X-Vypusk-Signature</code>: это HMAC-SHA256 от времени из{' '}
      <code>X-Vypusk-Timestamp</code>, точки и тела запроса.
    </div>
  </Stack>
)

type Fields = Pick<webhooks.Webhook, 'url' | 'kinds'>

/** Another system's address, and the events sent to it. */
export function WebhookForm({ webhook, onClose, onMade }: WebhookFormProps) {
  // What it was when the form was opened: a later change is not saved over.
  const [opened] = useState(webhook)
  const { form, formProps, isSaving, hasDraft, dropDraft } = useServerForm<Fields, string | null>({
    name: `webhook.${webhook?.id ?? 0}`,
    initialValues: { url: webhook?.url ?? '', kinds: webhook?.kinds ?? [] },
    validate: {
      url: isNotEmpty('Укажите адрес другой системы'),
      kinds: (chosen: string[]) => (chosen.length === 0 ? 'Выберите хотя бы одно событие' : null),
    },
    save: async (fields) => {
      if (!opened) return (await createWebhook(fields)).secret
      const { id, is_active, version } = opened
      await saveWebhook(id, { ...fields, is_active, version })
      return null
    },
    changes: ['webhook'],
    onSaved: (made) => {
      onClose()
      if (made !== null) onMade?.(made)
    },
  })
  return (
    <form {...formProps} aria-label="Вебхук">
      <Stack gap="md">
        {hasDraft && <DraftNotice onDrop={dropDraft} />}
        <TextInput
          label="Адрес"
          placeholder="https://server.example.ru/hooks/vypusk"
          data-autofocus
          maxLength={2000}
          {...form.getInputProps('url')}
        />
        <KindsField
          kinds={webhook?.format === 'slack' ? webhooks.kinds.filter(webhooks.isForChannels) : webhooks.kinds}
          {...form.getInputProps('kinds')}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => (dropDraft(), onClose())}>
            Отмена
          </Button>
          <Button type="submit" loading={isSaving}>
            {webhook ? 'Сохранить' : 'Добавить'}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
