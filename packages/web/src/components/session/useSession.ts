import { auth } from '@vypusk/contract'
import type { ReplyOf } from '@vypusk/contract'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { entranceQuery, userQuery } from '../../api/account.ts'
import { call } from '../../api/client.ts'
import { queryClient } from '../../api/query-client.ts'
import { setSession } from '../../api/session.ts'
import { afterLogin } from './entry.ts'
import { dropSession, forgetAnswers } from './guards.ts'
import { forgetReturnAddress, remembered, saveLogin, shareToken } from './remembered.ts'

export interface Credentials {
  login: string
  password: string
  rememberMe: boolean
}

/**
 * Begins a session in this browser, however it was opened.
 * @returns the address the person was going to
 */
export async function enter({ access_token, expires_in }: ReplyOf<typeof auth.login>): Promise<string> {
  await queryClient.query({ ...entranceQuery, staleTime: 'static' })
  forgetAnswers()
  setSession({ token: access_token, user_id: null })
  shareToken(access_token, expires_in)
  const user = await queryClient.query(userQuery)
  const target = afterLogin(user, remembered())
  forgetReturnAddress()
  return target
}

/** Signs in and goes where the person was going. Refusals are thrown as ApiError. */
export function useSignIn(): (credentials: Credentials) => Promise<void> {
  const router = useRouter()
  return async ({ login, password, rememberMe }) => {
    const reply = await call(auth.login, { body: { login, password }, onRefusal: 'throw' })
    saveLogin(rememberMe ? login : null)
    router.history.replace(await enter(reply))
  }
}

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
