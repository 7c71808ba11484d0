import { deliveryInWords } from '@vypusk/contract'
import type { Delivery } from '@vypusk/contract'
import { IconAlertTriangle, IconCheck, IconClock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Tag } from '../../../ui/Tag.tsx'
import type { Tone } from '../../../ui/Tag.tsx'

const ICON = 12
const looks: Record<Delivery['state'], { tone: Tone; icon: ReactNode }> = {
  sent: { tone: 'green', icon: <IconCheck size={ICON} aria-hidden /> },
  queued: { tone: 'amber', icon: <IconClock size={ICON} aria-hidden /> },
  failed: { tone: 'red', icon: <IconAlertTriangle size={ICON} aria-hidden /> },
}

/** The state of one delivery in a word. */
export const DeliveryState = ({ delivery }: { delivery: Pick<Delivery, 'kind' | 'state' | 'attempts'> }) => {
  const { tone, icon } = looks[delivery.state]
  return (
    <Tag tone={tone} icon={icon}>
      {deliveryInWords(delivery)}
    </Tag>
  )
}
