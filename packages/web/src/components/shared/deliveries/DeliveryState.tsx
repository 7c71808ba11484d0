import type { Delivery } from '@vypusk/contract'
import { IconAlertTriangle, IconCheck, IconClock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Tag } from '../../../ui/Tag.tsx'
import type { Tone } from '../../../ui/Tag.tsx'

const ICON = 12
const looks: Record<Delivery['state'], { tone: Tone; icon: ReactNode; word: string }> = {
  sent: { tone: 'green', icon: <IconCheck size={ICON} aria-hidden />, word: 'Отправлено' },
  queued: { tone: 'amber', icon: <IconClock size={ICON} aria-hidden />, word: 'Отправляется' },
  failed: { tone: 'red', icon: <IconAlertTriangle size={ICON} aria-hidden />, word: 'Не доставлено' },
}

type DeliveryBrief = Pick<Delivery, 'kind' | 'state' | 'attempts'>

/** The words for the states of a letter or a copy. */
const wordOf = ({ kind, state, attempts }: DeliveryBrief): string => {
  if (kind === 'mail' || state === 'failed') return looks[state].word
  if (state === 'sent') return 'Скопировано'
  return attempts > 0 ? 'Ждёт повтора' : 'Копируется'
}

/** The state of one delivery in a word. */
export const DeliveryState = ({ delivery }: { delivery: DeliveryBrief }) => {
  const { tone, icon } = looks[delivery.state]
  return (
    <Tag tone={tone} icon={icon}>
      {wordOf(delivery)}
    </Tag>
  )
}
