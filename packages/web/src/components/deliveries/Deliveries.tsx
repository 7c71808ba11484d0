import { letters } from '@vypusk/contract'
import type { Ability, Contact, Delivery } from '@vypusk/contract'
import { IconAlertTriangle, IconCheck, IconClock, IconRefresh } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { sentenceOf } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { formatMoment } from '../../ui/dates.ts'
import { IconAction } from '../../ui/IconAction.tsx'
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

interface RowProps {
  delivery: Delivery
  /** Whose address it is. */
  name: string | undefined
  canResend: boolean
  isResending: boolean
  onResend: () => void
}

const Row = ({ delivery, name, canResend, isResending, onResend }: RowProps) => {
  const { tone, icon, word } = looks[delivery.state]
  return (
    <li className={classes.item}>
      <div className={classes.row}>
        <span className={classes.target}>{name ?? delivery.target}</span>
        <span className={classes.state}>
          <Tag tone={tone} icon={icon}>
            {word}
          </Tag>
        </span>
      </div>
      <div className={classes.row}>
        <span className={classes.note}>
          {name && <span className={classes.target}>{delivery.target}</span>}
          <span className={classes.at}>{formatMoment(delivery.at)}</span>
        </span>
        {canResend && (
          <IconAction label={`Отправить ещё раз: ${delivery.target}`} loading={isResending} onClick={onResend}>
            <IconRefresh size={16} />
          </IconAction>
        )}
      </div>
      <Trouble delivery={delivery} />
    </li>
  )
}

/** A letter nobody has tried yet cannot be repeated; one that waits between tries can. */
const isUnderWay = ({ state, attempts }: Delivery): boolean => state === 'queued' && attempts === 0

const ORDER: Record<Delivery['state'], number> = { failed: 0, queued: 1, sent: 2 }
const isTo = (mailuser: string | null, target: string) => mailuser?.toLowerCase() === target.toLowerCase()

interface DeliveriesProps {
  deliveries: readonly Delivery[]
  /** The people written to, by whose names addresses are called. */
  people?: readonly Contact[]
  /** What the reply's abilities say of sending again. */
  canResend: Ability
}

/** Each address or remote folder with how it fared, troubles first; follows live. */
export function Deliveries({ deliveries, people, canResend }: DeliveriesProps) {
  const { mutate, isPending, variables } = useRetry()
  return (
    <ul className={classes.list}>
      {deliveries
        .toSorted((a, b) => ORDER[a.state] - ORDER[b.state])
        .map((delivery) => (
          <Row
            key={delivery.id}
            delivery={delivery}
            name={people?.find(({ mailuser }) => isTo(mailuser, delivery.target))?.name}
            canResend={canResend === true && delivery.kind === 'mail' && !isUnderWay(delivery)}
            isResending={isPending && variables === delivery.id}
            onResend={() => mutate(delivery.id)}
          />
        ))}
    </ul>
  )
}
