import { auth } from '@vypusk/contract'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../../../api/client.ts'
import { dropSession } from './guards.ts'

/** Signs out everywhere: the server kills the token, this browser forgets it, and the provider ends its own session. */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate()
  return async () => {
    // A server that cannot be reached must not keep a person signed in on this screen.
    const reply = await call(auth.logout, { onRefusal: 'throw' }).catch(() => null)
    dropSession()
    if (reply?.end_session_url) globalThis.location.assign(reply.end_session_url)
    else await navigate({ to: '/login' })
  }
}
