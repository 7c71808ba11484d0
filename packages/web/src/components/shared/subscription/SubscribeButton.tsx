import { Alert, Button, Group, Modal, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { calendar } from '@vypusk/contract'
import { sentenceOf } from '../../../api/api-error.ts'
import { ShownOnce } from '../../kit/fields/ShownOnce.tsx'
import { toast } from '../../kit/feedback/toast.tsx'
import { formatMoment } from '../../../ui/dates.ts'
import { subscriptionQuery, useSubscription } from './subscription.ts'
import classes from './Subscription.module.css'
import { whenDone } from '../../kit/feedback/when-done.ts'

const NewLink = ({ url }: { url: string }) => (
  <>
    <ShownOnce
      label="Ссылка для календаря"
      description="Скопируйте её сейчас: второй раз показать её нельзя, только сделать новую"
      value={url}
    />
    <ul className={classes.how}>
      <li>Outlook: «Добавить календарь» → «Подписаться из Интернета»</li>
      <li>Thunderbird: «Добавить календарь…» → «В сети» → вставьте ссылку</li>
      <li>Телефон: «Добавить учётную запись» → «Подписной календарь»</li>
    </ul>
  </>
)

const statusInWords = ({ created_at, fetched_at }: calendar.Subscription): string => {
  if (created_at === null) return 'Ссылки ещё нет.'
  const read =
    fetched_at === null ? 'календарь по ней ещё не читали' : `последний раз читали ${formatMoment(fetched_at)}`
  return `Ссылка сделана ${formatMoment(created_at)}, ${read}.`
}

function Subscription() {
  const { data, error } = useQuery(subscriptionQuery)
  const { subscribe, unsubscribe } = useSubscription()
  const url = subscribe.data?.url
  const hasLink = data !== undefined && data.created_at !== null
  const end = () =>
    whenDone(unsubscribe.mutateAsync(undefined), () => (subscribe.reset(), toast.success('Ссылка отозвана')))
  return (
    <Stack gap="md">
      <div>
        Календарь установок в вашей программе: обновляется сам, показывает то, что видите вы. Ссылка личная: по ней
        календарь увидит каждый, у кого она есть.
      </div>
      {error && <Alert color="red" title={sentenceOf(error)} role="alert" />}
      {data && !url && <div>{statusInWords(data)}</div>}
      {url && <NewLink url={url} />}
      <Group gap="xs">
        <Button
          // A disabled button cannot take the focus, which would then stay behind the dialog.
          data-autofocus={data !== undefined || undefined}
          variant={hasLink ? 'default' : 'filled'}
          loading={subscribe.isPending}
          disabled={!data}
          onClick={() => whenDone(subscribe.mutateAsync(undefined))}
        >
          {hasLink ? 'Сделать новую ссылку' : 'Сделать ссылку'}
        </Button>
        {hasLink && (
          <Button variant="subtle" color="red" loading={unsubscribe.isPending} onClick={end}>
            Отозвать ссылку
          </Button>
        )}
      </Group>
      {hasLink && <div className={classes.dim}>Новая ссылка отменяет прежнюю.</div>}
    </Stack>
  )
}

/** Opens the dialog with the person's own calendar link for Outlook and the like. */
export function SubscribeButton() {
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button variant="default" onClick={open}>
        Подписаться…
      </Button>
      <Modal opened={opened} onClose={close} title="Подписка на календарь" size="lg">
        <Subscription />
      </Modal>
    </>
  )
}
