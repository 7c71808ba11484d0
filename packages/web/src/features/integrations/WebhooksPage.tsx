import { Button, Group, Modal } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../components/kit/data-table/Loaded.tsx'
import { TableState } from '../../components/kit/data-table/states.tsx'
import { useShownOnce } from '../../components/kit/fields/useShownOnce.ts'
import { Page } from '../../components/shared/page/Page.tsx'
import column from '../../components/shared/page/FormColumn.module.css'
import { SkeletonLines } from '../../ui/Skeletons.tsx'
import classes from './Integrations.module.css'
import { ChannelForm } from './ChannelForm.tsx'
import { webhooksQuery } from './webhook-api.ts'
import { WebhookCard } from './WebhookCard.tsx'
import { Secret, WebhookForm } from './WebhookForm.tsx'

const LOST = 'Секрет сделан, но показать его было негде: сделайте вебхуку новый'

const nobody = (
  <TableState title="Ещё никому не сообщаем">
    Добавьте канал мессенджера, чтобы читали люди, или вебхук для другой системы, и выберите, о чём сообщать.
  </TableState>
)

const Webhooks = ({ onSecret }: { onSecret: (secret: string) => void }) => (
  <Loaded
    result={useQuery(webhooksQuery)}
    failed="Вебхуки не загрузились"
    loading={<SkeletonLines lines={3} label="Загрузка вебхуков" />}
  >
    {({ webhooks }) =>
      webhooks.length === 0
        ? nobody
        : webhooks.map((webhook) => <WebhookCard key={webhook.id} webhook={webhook} onSecret={onSecret} />)
    }
  </Loaded>
)

/** Other systems that are notified of events. */
export function WebhooksPage() {
  const once = useShownOnce(LOST)
  const [opened, { open, close }] = useDisclosure(false, { onOpen: once.forget })
  const [isChannel, channel] = useDisclosure(false)
  const closeAll = () => {
    close()
    once.close()
  }
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
        <Webhooks onSecret={once.show} />
      </div>
      <Modal
        opened={opened || once.isOpen}
        onClose={closeAll}
        title={once.secret === null ? 'Новый вебхук' : 'Новый секрет'}
        size="lg"
      >
        {once.secret === null ? <WebhookForm onClose={close} onMade={once.show} /> : <Secret value={once.secret} />}
      </Modal>
      <Modal opened={isChannel} onClose={channel.close} title="Новый канал мессенджера" size="lg">
        <ChannelForm onClose={channel.close} />
      </Modal>
    </Page>
  )
}
