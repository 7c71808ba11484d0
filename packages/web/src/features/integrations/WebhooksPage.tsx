import { Alert, Button, Modal } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { sentenceOf } from '../../api/api-error.ts'
import { TableState } from '../../components/kit/data-table/states.tsx'
import { Page } from '../../components/shared/page/Page.tsx'
import column from '../../components/shared/page/FormColumn.module.css'
import { SkeletonLines } from '../../ui/Skeletons.tsx'
import classes from './Integrations.module.css'
import { webhooksQuery } from './webhook-api.ts'
import { WebhookCard } from './WebhookCard.tsx'
import { WebhookForm } from './WebhookForm.tsx'

const Webhooks = () => {
  const { data, error } = useQuery(webhooksQuery)
  if (error) return <Alert color="red" title={sentenceOf(error)} role="alert" />
  if (!data) return <SkeletonLines lines={3} label="Загрузка вебхуков" />
  if (data.webhooks.length === 0) {
    return (
      <TableState title="Вебхуков ещё нет">Добавьте адрес другой системы и выберите, о чём ей сообщать.</TableState>
    )
  }
  return data.webhooks.map((webhook) => <WebhookCard key={webhook.id} webhook={webhook} />)
}

/** Other systems that are told of what happens here. */
export function WebhooksPage() {
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <Page title="Вебхуки" actions={<Button onClick={open}>Добавить вебхук</Button>}>
      <div className={column.column} data-wide>
        <div className={classes.dim}>
          Другая система получает запрос POST с номерами того, что изменилось, и узнаёт остальное по токену API.
          Неудачные отправки повторяются около суток с растущими паузами.
        </div>
        <Webhooks />
      </div>
      <Modal opened={opened} onClose={close} title="Новый вебхук" size="lg">
        <WebhookForm onClose={close} />
      </Modal>
    </Page>
  )
}
