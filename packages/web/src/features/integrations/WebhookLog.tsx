import { Button, Pagination } from '@mantine/core'
import type { webhooks } from '@vypusk/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Loaded } from '../../components/kit/data-table/Loaded.tsx'
import { toast } from '../../components/kit/feedback/toast.tsx'
import { formatMoment } from '../../ui/dates.ts'
import classes from './Integrations.module.css'
import { SkeletonLines } from '../../ui/Skeletons.tsx'
import { attemptText, hasArrived, kindName, STATES } from './texts.ts'
import { logQuery, useWebhooks } from './webhook-api.ts'
import { whenDone } from '../../components/kit/feedback/when-done.ts'

/** Reports the result of an attempt that the person waited for. */
export const notifyAttempt = ({ attempt }: { attempt: webhooks.Attempt }) =>
  hasArrived(attempt) ? toast.success('Доставлено') : toast.warning(`Не доставлено: ${attemptText(attempt)}`)

const Delivery = ({ id, delivery }: { id: number; delivery: webhooks.WebhookDelivery }) => {
  const { repeat } = useWebhooks()
  const again = () => whenDone(repeat.mutateAsync({ id, delivery_id: delivery.id }), notifyAttempt)
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
  return (
    <Loaded
      result={useQuery(logQuery(id, page))}
      failed="Отправки не загрузились"
      loading={<SkeletonLines lines={3} label="Загрузка отправок" />}
    >
      {({ total, per_page, data }) =>
        total === 0 ? (
          <p className={classes.dim}>Ещё ничего не отправлено.</p>
        ) : (
          <>
            <ul className={classes.log}>
              {data.map((delivery) => (
                <Delivery key={delivery.id} id={id} delivery={delivery} />
              ))}
            </ul>
            {total > per_page && (
              <Pagination size="sm" value={page} onChange={setPage} total={Math.ceil(total / per_page)} />
            )}
          </>
        )
      }
    </Loaded>
  )
}
