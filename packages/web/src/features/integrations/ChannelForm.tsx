import { Button, Group, Stack, TextInput } from '@mantine/core'
import { isNotEmpty } from '@mantine/form'
import { webhooks } from '@vypusk/contract'
import { DraftNotice } from '../../components/kit/feedback/DraftNotice.tsx'
import { useServerForm } from '../../components/kit/fields/useServerForm.tsx'
import { AboutField, missingOf, type About } from './AboutField.tsx'
import classes from './Integrations.module.css'
import { KindsField } from './KindsField.tsx'
import { createWebhook } from './webhook-api.ts'

type Fields = Pick<webhooks.Webhook, 'url' | 'kinds'> & About

/** The events that most channels are created for. */
const USUAL: webhooks.ChannelKind[] = [
  'agreement.sent',
  'agreement.approved',
  'agreement.moved',
  'agreement.offered',
  'agreement.withdrawn',
  'agreement.called_off',
  'agreement.resumed',
  'thread.raised',
  'publication.published',
  'publication.withdrawn',
]
const EMPTY: Fields = { url: '', kinds: USUAL, about: 'all', release: null, company: null }

/** Creates a channel of a messenger: its address, what it is about, and the events sent to it. */
export function ChannelForm({ onClose }: { onClose: () => void }) {
  const { form, formProps, isSaving, hasDraft, dropDraft } = useServerForm<Fields, unknown>({
    name: 'channel',
    initialValues: EMPTY,
    validate: {
      url: isNotEmpty('Укажите адрес входящего вебхука'),
      kinds: (chosen: string[]) => (chosen.length === 0 ? 'Выберите хотя бы одно событие' : null),
      about: (_, fields) => missingOf(fields)['about'] ?? null,
      company: (_, fields) => missingOf(fields)['company'] ?? null,
    },
    save: ({ about: _about, ...body }) => createWebhook({ ...body, format: 'slack' }),
    changes: ['webhook'],
    onSaved: onClose,
  })
  return (
    <form {...formProps} aria-label="Канал мессенджера">
      <Stack gap="md">
        {hasDraft && <DraftNotice onDrop={dropDraft} />}
        <div className={classes.dim}>
          Создайте в Slack, Mattermost или Rocket.Chat входящий вебхук и вставьте его адрес. Кто знает адрес, тот пишет
          в канал.
        </div>
        <TextInput
          label="Адрес входящего вебхука"
          placeholder="https://chat.example.ru/hooks/…"
          data-autofocus
          maxLength={2000}
          {...form.getInputProps('url')}
        />
        <AboutField value={form.values} errors={form.errors} onChange={(next) => form.setValues(next)} />
        <KindsField kinds={webhooks.kinds.filter(webhooks.isForChannels)} {...form.getInputProps('kinds')} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => (dropDraft(), onClose())}>
            Отмена
          </Button>
          <Button type="submit" loading={isSaving}>
            Добавить
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
