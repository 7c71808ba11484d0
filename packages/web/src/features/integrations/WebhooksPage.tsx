import { Button, Group, Modal } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../components/kit/data-table/Loaded.tsx'
import { TableState } from '../../components/kit/data-table/states.tsx'
import { Page } from '../../components/shared/page/Page.tsx'
import column from '../../components/shared/page/FormColumn.module.css'
import { SkeletonLines } from '../../ui/Skeletons.tsx'
import classes from './Integrations.module.css'
import { ChannelForm } from './ChannelForm.tsx'
import { webhooksQuery } from './webhook-api.ts'
import { WebhookCard } from './WebhookCard.tsx'
import { WebhookForm } from './WebhookForm.tsx'

const nobody = (
  <TableState title="Ещё никому не сообщаем">
    Добавьте канал мессенджера, чтобы читали люди, или вебхук для другой системы, и выберите, о чём сообщать.
  </TableState>
)

const Webhooks = () => (
  <Loaded
    result={useQuery(webhooksQuery)}
    failed="Вебхуки не загрузились"
    loading={<SkeletonLines lines={3} label="Загрузка вебхуков" />}
  >
    {({ webhooks }) =>
      webhooks.length === 0 ? nobody : webhooks.map((webhook) => <WebhookCard key={webhook.id} webhook={webhook} />)
    }
  </Loaded>
)

/** Other systems that are notified of events. */
export function WebhooksPage() {
  const [opened, { open, close }] = useDisclosure(false)
  const [isChannel, channel] = useDisclosure(false)
  const actions = (
    <Group gap="xs">
      <Button variant="default" onClick={channel.open}>
        Добавить канал
      </Button>
      <Button onClick={open}>Добавить вебхук</Button>
    </Group>
  )
  return (
    <Page title="Вебхуки и каналы" actions={actions}>
      <div className={column.column} data-wide>
        <div className={classes.dim}>
          Канал мессенджера получает сообщение словами. Вебхук другой системы – запрос POST с номерами того, что
          изменилось: остальное она узнаёт по токену API. Неудачные отправки повторяются около суток с растущими
          паузами.
        </div>
        <Webhooks />
      </div>
      <Modal opened={opened} onClose={close} title="Новый вебхук" size="lg">
        <WebhookForm onClose={close} />
      </Modal>
      <Modal opened={isChannel} onClose={channel.close} title="Новый канал мессенджера" size="lg">
        <ChannelForm onClose={channel.close} />
      </Modal>
    </Page>
  )
}
