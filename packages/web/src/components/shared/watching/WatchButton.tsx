import { Button } from '@mantine/core'
import type { notices } from '@vypusk/contract'
import { IconEye, IconEyeCheck } from '@tabler/icons-react'
import { useWatch, useWatching } from './api.ts'
import { watchersInWords, watchLabel } from './texts.ts'

interface WatchButtonProps {
  entity: notices.Watched
  id: number
  /** For use among small buttons. */
  compact?: boolean
}

const Pending = ({ compact }: { compact: boolean }) => (
  <Button
    variant="default"
    size={compact ? 'compact-sm' : undefined}
    px={8}
    disabled
    leftSection={compact && <IconEye size={16} stroke={1.7} />}
  >
    следят: …
  </Button>
)

/** Watches a thing or stops watching it: shows the number of watchers, and their names in the tooltip. */
export function WatchButton({ entity, id, compact = false }: WatchButtonProps) {
  const data = useWatching(entity, id)
  const { mutate } = useWatch(entity, id)
  // Its space is reserved, because a growing header would move everything below it.
  if (!data) return <Pending compact={compact} />
  const { watches, watchers } = data
  const label = watchLabel(entity, watches)
  const count = watchers.length + (watches ? 1 : 0)
  const Icon = watches ? IconEyeCheck : IconEye
  return (
    <Button
      variant={watches ? 'light' : 'default'}
      size={compact ? 'compact-sm' : undefined}
      px={8}
      aria-label={`${label}, следят: ${count}`}
      aria-description={watchersInWords(data)}
      data-hint={`${label}. ${watchersInWords(data)}`}
      leftSection={compact && <Icon size={16} stroke={1.7} />}
      onClick={() => mutate(!watches)}
    >
      следят: {count}
    </Button>
  )
}
