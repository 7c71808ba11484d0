import { Button } from '@mantine/core'
import { letters } from '@vypusk/contract'
import type { Ability, Delivery } from '@vypusk/contract'
import { IconAlertTriangle, IconCheck, IconClock } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { sentenceOf } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { formatMoment } from '../../ui/dates.ts'
import { Tag } from '../../ui/Tag.tsx'
import type { Tone } from '../../ui/Tag.tsx'
import { toast } from '../feedback/toast.tsx'
import classes from './Deliveries.module.css'

const ICON = 12
const looks: Record<Delivery['state'], { tone: Tone; icon: ReactNode; word: string }> = {
  sent: { tone: 'green', icon: <IconCheck size={ICON} aria-hidden />, word: 'Отправлено' },
  queued: { tone: 'amber', icon: <IconClock size={ICON} aria-hidden />, word: 'Отправляется' },
  failed: { tone: 'red', icon: <IconAlertTriangle size={ICON} aria-hidden />, word: 'Не доставлено' },
}

const SAID = { sent: 'Письмо отправлено', queued: 'Письмо отправляется', none: 'Письмо отправляется' } as const

const useRetry = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(letters.retryDelivery, { params: { id }, onRefusal: 'throw' }),
    onSuccess: ({ mail }) => (mail === 'failed' ? toast.mailError('Письмо снова не ушло') : toast.success(SAID[mail])),
    onError: (error) => toast.error(sentenceOf(error)),
    // What shows deliveries follows their live events; this covers a browser that lost them.
    onSettled: () => client.invalidateQueries({ predicate: ({ meta }) => meta?.live?.includes('delivery') ?? false }),
  })
}

const Trouble = ({ delivery: { attempts, last_error, state } }: { delivery: Delivery }) =>
  state !== 'sent' && last_error ? (
    <div className={classes.trouble}>
      Попыток: {attempts}. {last_error}
    </div>
  ) : null

interface DeliveriesProps {
  deliveries: readonly Delivery[]
  /** What the reply's abilities say of sending again. */
  canResend: Ability
}

/** Each address or remote folder with how it fared; follows live. */
export function Deliveries({ deliveries, canResend }: DeliveriesProps) {
  const { mutate, isPending, variables } = useRetry()
  return (
    <ul className={classes.list}>
      {deliveries.map((delivery) => {
        const { tone, icon, word } = looks[delivery.state]
        return (
          <li key={delivery.id} className={classes.item}>
            <div className={classes.row}>
              <span className={classes.target}>{delivery.target}</span>
              <Tag tone={tone} icon={icon}>
                {word}
              </Tag>
            </div>
            <div className={classes.row}>
              <span className={classes.at}>{formatMoment(delivery.at)}</span>
              {canResend === true && delivery.kind === 'mail' && delivery.state !== 'queued' && (
                <Button
                  variant="subtle"
                  size="compact-xs"
                  loading={isPending && variables === delivery.id}
                  aria-label={`Отправить ещё раз: ${delivery.target}`}
                  onClick={() => mutate(delivery.id)}
                >
                  Отправить ещё раз
                </Button>
              )}
            </div>
            <Trouble delivery={delivery} />
          </li>
        )
      })}
    </ul>
  )
}
