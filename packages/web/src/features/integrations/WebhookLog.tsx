import { Alert, Button, Pagination } from '@mantine/core'
import type { webhooks } from '@vypusk/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '../../api/api-error.ts'
import { toast } from '../../components/kit/feedback/toast.tsx'
import { formatMoment } from '../../ui/dates.ts'
import classes from './Integrations.module.css'
import { SkeletonLines } from '../../ui/Skeletons.tsx'
import { attemptText, hasArrived, kindName, STATES } from './texts.ts'
import { logQuery, useWebhooks } from './webhook-api.ts'
import { notifyRefusal } from '../../components/kit/feedback/refused.ts'

/** Reports the result of an attempt that the person waited for. */
export const notifyAttempt = ({ attempt }: { attempt: webhooks.Attempt }) =>
  hasArrived(attempt) ? toast.success('Доставлено') : toast.warning(`Не доставлено: ${attemptText(attempt)}`)

const Delivery = ({ id, delivery }: { id: number; delivery: webhooks.WebhookDelivery }) => {
  const { repeat } = useWebhooks()
  const again = () =>
    repeat.mutate({ id, delivery_id: delivery.id }, { onSuccess: notifyAttempt, onError: notifyRefusal })
  return (
    <li className={classes.delivery}>
      <div className={classes.line}>
        <span className={classes.name}>{kindName(delivery.kind)}</span>
        <span className={delivery.state === 'failed' ? classes.over : classes.dim}>{STATES[delivery.state]}</span>
        <span className={classes.dim}>{formatMoment(delivery.created_at)}</span>
        <Button
          size="compact-xs"
          variant="subtle"
          loading={repeat.isPending}
          aria-label={`Отправить ещё раз: ${kindName(delivery.kind)}, № ${delivery.id}`}
          onClick={again}
        >
          Отправить ещё раз
        </Button>
      </div>
      <details>
        <summary>
          Попыток: {delivery.tries.length}
          {delivery.tries[0] && `, последняя: ${attemptText(delivery.tries[0])}`}
        </summary>
        <pre className={classes.body}>{delivery.body}</pre>
        <ul className={classes.tries}>
          {delivery.tries.map((attempt) => (
            <li key={attempt.id}>
              {formatMoment(attempt.at)}: {attemptText(attempt)}
              {attempt.status !== null && attempt.answer !== '' && <pre className={classes.body}>{attempt.answer}</pre>}
            </li>
          ))}
        </ul>
      </details>
    </li>
  )
}

/** What was sent to one webhook in the last days, with the answers. */
export function WebhookLog({ id }: { id: number }) {
  const [page, setPage] = useState(1)
  const { data, error } = useQuery(logQuery(id, page))
  if (error) return <Alert color="red" title={sentenceOf(error)} role="alert" />
  if (!data) return <SkeletonLines lines={3} label="Загрузка отправок" />
  if (data.total === 0) return <p className={classes.dim}>Ещё ничего не отправлено.</p>
  return (
    <>
      <ul className={classes.log}>
        {data.data.map((delivery) => (
          <Delivery key={delivery.id} id={id} delivery={delivery} />
        ))}
      </ul>
      {data.total > data.per_page && (
        <Pagination size="sm" value={page} onChange={setPage} total={Math.ceil(data.total / data.per_page)} />
      )}
    </>
  )
}
