import { Button, Group, Modal, Switch } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { webhooks } from '@vypusk/contract'
import { confirm } from '../../components/kit/feedback/dialogs.tsx'
import { whenDone } from '../../components/kit/feedback/when-done.ts'
import { formatMoment } from '../../ui/dates.ts'
import classes from './Integrations.module.css'
import { subjectOf } from './texts.ts'
import { useWebhooks } from './webhook-api.ts'
import { WebhookForm } from './WebhookForm.tsx'
import { notifyAttempt, WebhookLog } from './WebhookLog.tsx'

const WebhookStatus = ({ webhook: { is_active, failing_since } }: { webhook: webhooks.Webhook }) => {
  if (failing_since === null) return null
  const since = `ничего не доходит с ${formatMoment(failing_since)}`
  return <div className={classes.over}>{is_active ? `Внимание: ${since}` : `Выключен: ${since}`}</div>
}

interface WebhookCardProps {
  webhook: webhooks.Webhook
  /** Receives a new secret. */
  onSecret: (secret: string) => void
}

/** A webhook: its events, the state of its deliveries, and its actions. */
export function WebhookCard({ webhook, onSecret }: WebhookCardProps) {
  const { id, url, kinds, is_active, version } = webhook
  const isChannel = webhook.format === 'slack'
  const { save, renew, remove, test } = useWebhooks()
  const [isEdited, editing] = useDisclosure(false)
  const [isOpen, log] = useDisclosure(false)
  const discard = async () => {
    const question = {
      title: isChannel ? 'Удалить канал?' : 'Удалить вебхук?',
      children: 'Вместе с ним удалится и журнал отправок.',
      action: 'Удалить',
    }
    if (await confirm({ ...question, dangerous: true })) whenDone(remove.mutateAsync(id))
  }
  const renewSecret = () => whenDone(renew.mutateAsync(id), ({ secret }) => onSecret(secret))
  return (
    <section className={classes.card} aria-label={`${isChannel ? 'Канал' : 'Вебхук'} ${url}`}>
      <div className={classes.line}>
        <h2 className={classes.url}>{url}</h2>
        <Switch
          label={is_active ? 'Включён' : 'Выключен'}
          checked={is_active}
          disabled={save.isPending}
          onChange={({ currentTarget }) =>
            whenDone(save.mutateAsync({ id, url, kinds, is_active: currentTarget.checked, version }))
          }
        />
      </div>
      {isChannel && <div>{subjectOf(webhook)}</div>}
      <div className={classes.dim}>{kinds.map((kind) => webhooks.KIND_NAMES[kind]).join(', ')}</div>
      <WebhookStatus webhook={webhook} />
      <Group gap={6} mt={4}>
        <Button
          variant="default"
          loading={test.isPending}
          onClick={() => whenDone(test.mutateAsync(id), notifyAttempt)}
        >
          Проверить
        </Button>
        <Button variant="default" aria-expanded={isOpen} onClick={log.toggle}>
          Журнал
        </Button>
        <Button variant="subtle" onClick={editing.open}>
          Изменить
        </Button>
        {!isChannel && (
          <Button variant="subtle" loading={renew.isPending} onClick={renewSecret}>
            Новый секрет
          </Button>
        )}
        <Button variant="subtle" color="red" loading={remove.isPending} onClick={() => void discard()}>
          Удалить
        </Button>
      </Group>
      {isOpen && <WebhookLog id={id} />}
      <Modal opened={isEdited} onClose={editing.close} title={isChannel ? 'Канал мессенджера' : 'Вебхук'} size="lg">
        <WebhookForm webhook={webhook} onClose={editing.close} />
      </Modal>
    </section>
  )
}
