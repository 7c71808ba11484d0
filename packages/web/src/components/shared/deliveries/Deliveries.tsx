import { Button } from '@mantine/core'
import type { Ability, Contact, Delivery } from '@vypusk/contract'
import { IconRefresh } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { formatMoment } from '../../../ui/dates.ts'
import { formatNumber } from '../../../ui/duration.ts'
import { IconAction } from '../../../ui/IconAction.tsx'
import { CopyProgress } from './CopyProgress.tsx'
import classes from './Deliveries.module.css'
import ruled from '../../../ui/Ruled.module.css'
import { DeliveryState } from './DeliveryState.tsx'
import { useRetry } from './useRetry.ts'

const Trouble = ({ delivery: { attempts, last_error, state } }: { delivery: Delivery }) =>
  state !== 'sent' && last_error ? (
    <div className={classes.trouble}>
      Попыток: {attempts}. {last_error}
    </div>
  ) : null

interface RowProps {
  delivery: Delivery
  /** The name of the person with this address. */
  name: string | undefined
  canResend: boolean
  isResending: boolean
  onResend: () => void
}

const Row = ({ delivery, name, canResend, isResending, onResend }: RowProps) => {
  return (
    <li className={ruled.item}>
      <div className={classes.row}>
        <span className={classes.target}>{name ?? delivery.target}</span>
        <span className={classes.state}>
          <DeliveryState delivery={delivery} />
        </span>
      </div>
      <div className={classes.row}>
        <span className={classes.note}>
          {name && <span className={classes.target}>{delivery.target}</span>}
          <span className={classes.at}>{formatMoment(delivery.at)}</span>
        </span>
        {canResend && (
          <IconAction
            label={`${delivery.kind === 'ftp' ? 'Скопировать' : 'Отправить'} ещё раз: ${delivery.target}`}
            loading={isResending}
            onClick={onResend}
          >
            <IconRefresh size={16} />
          </IconAction>
        )}
      </div>
      <CopyProgress delivery={delivery} />
      <Trouble delivery={delivery} />
    </li>
  )
}

/** A delivery that has not been attempted cannot be repeated; one that waits between attempts can. */
const isUnderWay = ({ state, attempts }: Delivery): boolean => state === 'queued' && attempts === 0

const ORDER: Record<Delivery['state'], number> = { failed: 0, queued: 1, sent: 2 }
const isTo = (mailuser: string | null, target: string) => mailuser?.toLowerCase() === target.toLowerCase()

interface DeliveriesProps {
  deliveries: readonly Delivery[]
  /** The recipients, whose names are shown instead of their addresses. */
  people?: readonly Contact[]
  /** Whether sending again is allowed, from the reply's abilities. */
  canResend: Ability
}

/** The number of successful deliveries shown at once; the others are behind a line with their number. */
export const SHOWN = 6

/** How many rows are drawn at once: a publication may have thousands of letters, and tens of thousands of copies. */
const AT_ONCE = 50

interface ArrivedProps {
  count: number
  onToggle?: (isOpen: boolean) => void
  children: ReactNode
}

interface DeliveryRowsProps extends DeliveriesProps {
  /** How many more there are. */
  rest: number
  isFetching?: boolean
  onMore: () => void
}

/** Deliveries in the given order, and a button for more of them. */
export function DeliveryRows({ deliveries, people, canResend, rest, isFetching = false, onMore }: DeliveryRowsProps) {
  const { mutate, isPending, variables } = useRetry()
  return (
    <>
      <ul className={ruled.list}>
        {deliveries.map((delivery) => (
          <Row
            key={delivery.id}
            delivery={delivery}
            name={people?.find(({ mailuser }) => isTo(mailuser, delivery.target))?.name}
            canResend={canResend === true && !isUnderWay(delivery)}
            isResending={isPending && variables === delivery.id}
            onResend={() => mutate(delivery.id)}
          />
        ))}
      </ul>
      {rest > 0 && (
        <Button variant="subtle" size="compact-sm" loading={isFetching} onClick={onMore}>
          Показать ещё: {formatNumber(Math.min(AT_ONCE, rest))}
        </Button>
      )}
    </>
  )
}

/** The first rows, and more of them each time that is asked for. */
function Rows({ deliveries, ...props }: DeliveriesProps) {
  const [most, setMost] = useState(AT_ONCE)
  return (
    <DeliveryRows
      {...props}
      deliveries={deliveries.slice(0, most)}
      rest={deliveries.length - most}
      onMore={() => setMost(most + AT_ONCE)}
    />
  )
}

/** Successful deliveries, behind a line with their number. */
export const Arrived = ({ count, onToggle, children }: ArrivedProps) => (
  <details className={classes.rest} onToggle={onToggle && ((event) => onToggle(event.currentTarget.open))}>
    <summary>Без ошибок: {count}</summary>
    {children}
  </details>
)

/** Each address with the state of its delivery, failures first; updated live. */
export function Deliveries({ deliveries, ...props }: DeliveriesProps) {
  const sorted = deliveries.toSorted((a, b) => ORDER[a.state] - ORDER[b.state])
  const arrived = sorted.filter(({ state }) => state === 'sent')
  if (arrived.length <= SHOWN) return <Rows {...props} deliveries={sorted} />
  return (
    <>
      <Rows {...props} deliveries={sorted.filter(({ state }) => state !== 'sent')} />
      <Arrived count={arrived.length}>
        <Rows {...props} deliveries={arrived} />
      </Arrived>
    </>
  )
}
