import { auth } from '@vypusk/contract'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../../../api/client.ts'
import { dropSession } from './guards.ts'

/**
 * Signs out everywhere: the server revokes the token, this browser forgets it, and the identity provider ends its own
 * session.
 */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate()
  return async () => {
    // The person is signed out on this screen even when the server cannot be reached.
    const reply = await call(auth.logout, { onRefusal: 'throw' }).catch(() => null)
    dropSession()
    if (reply?.end_session_url) globalThis.location.assign(reply.end_session_url)
    else await navigate({ to: '/login' })
  }
}
