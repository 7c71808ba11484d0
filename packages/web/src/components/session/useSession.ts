import { auth } from '@vypusk/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { entranceQuery, userQuery } from '../../api/account.ts'
import { call } from '../../api/client.ts'
import { setSession } from '../../api/session.ts'
import { afterLogin } from './entry.ts'
import { dropSession } from './guards.ts'
import { forgetReturnAddress, remembered, saveLogin, shareToken } from './remembered.ts'

export interface Credentials {
  login: string
  password: string
  rememberMe: boolean
}

/** Signs in and goes where the person was going. Refusals are thrown as ApiError. */
export function useSignIn(): (credentials: Credentials) => Promise<void> {
  const client = useQueryClient()
  const router = useRouter()
  return async ({ login, password, rememberMe }) => {
    const reply = await call(auth.login, { body: { login, password }, onRefusal: 'throw' })
    await client.query({ ...entranceQuery, staleTime: 'static' })
    setSession({ token: reply.access_token, user_id: null })
    shareToken(reply.access_token, reply.expires_in)
    saveLogin(rememberMe ? login : null)
    const user = await client.query(userQuery)
    const target = afterLogin(user, remembered())
    forgetReturnAddress()
    router.history.push(target)
  }
}

/** Signs out everywhere: the server kills the token, this browser forgets it. */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate()
  return async () => {
    // A server that cannot be reached must not keep a person signed in on this screen.
    await call(auth.logout, { onRefusal: 'throw' }).catch(() => {})
    dropSession()
    await navigate({ to: '/login' })
  }
}
