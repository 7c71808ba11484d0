import type { publications } from '@vypusk/contract'
import { IconAlertTriangle, IconCheck, IconClock } from '@tabler/icons-react'
import { formatNumber } from '../../ui/duration.ts'
import { Tag } from '../../ui/Tag.tsx'

const ICON = 12

/** The state of a publication's letters and uploads in one word: the worst of them. */
export function DeliveryMark({ queued, sent, failed }: publications.PublicationRow['deliveries']) {
  if (failed > 0) {
    return (
      <Tag tone="red" icon={<IconAlertTriangle size={ICON} aria-hidden />}>
        Ошибок: {formatNumber(failed)}
      </Tag>
    )
  }
  if (queued > 0) {
    return (
      <Tag tone="amber" icon={<IconClock size={ICON} aria-hidden />}>
        {formatNumber(sent)} из {formatNumber(sent + queued)}
      </Tag>
    )
  }
  if (sent === 0) return <span style={{ color: 'var(--dim)' }}>–</span>
  return (
    <Tag tone="green" icon={<IconCheck size={ICON} aria-hidden />}>
      Дошло: {formatNumber(sent)}
    </Tag>
  )
}
