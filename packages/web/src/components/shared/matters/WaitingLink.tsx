import { IconInbox } from '@tabler/icons-react'
import { RouteButton } from '../../kit/link/RouteLinks.tsx'
import { paths } from '../../../paths.ts'
import { useWaitingKnown } from './useWaiting.ts'
import { waitingBadge, waitingLabel } from './texts.ts'

/** Stands above a client's own list while something waits. */
export function WaitingLink() {
  const counted = useWaitingKnown()
  // Its place is kept until it is known: on a phone it moves the whole list.
  if (counted && waitingBadge(counted) === null) return null
  return (
    <RouteButton
      to={paths.waiting}
      disabled={!counted}
      variant="light"
      size="xs"
      leftSection={<IconInbox size={16} aria-hidden />}
    >
      {counted ? waitingLabel(counted) : 'Ждёт меня: …'}
    </RouteButton>
  )
}
