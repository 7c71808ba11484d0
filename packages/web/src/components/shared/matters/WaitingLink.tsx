import { IconInbox } from '@tabler/icons-react'
import { RouteButton } from '../../kit/link/RouteLinks.tsx'
import { paths } from '../../../paths.ts'
import { useWaitingKnown } from './useWaiting.ts'
import { waitingBadge, waitingLabel } from './texts.ts'

/** A link above a client's own list, shown while something waits for the client. */
export function WaitingLink() {
  const counted = useWaitingKnown()
  // Its space is reserved until the number is known, because on a phone it would move the whole list.
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
