import { auth } from '@vypusk/contract'
import type { BodyInput, ReplyOf } from '@vypusk/contract'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { entranceQuery, userQuery } from '../../../api/account.ts'
import { call } from '../../../api/client.ts'
import { queryClient } from '../../../api/query-client.ts'
import { setSession } from '../../../api/session.ts'
import { toast } from '../../kit/feedback/toast.tsx'
import { countOf } from '../../../ui/plural.ts'
import { afterLogin } from './entry.ts'
import { dropSession, forgetAnswers } from './guards.ts'
import { forgetReturnAddress, remembered, saveLogin, shareToken } from './remembered.ts'

const recoveryLeft = (count: number) =>
  count === 0
    ? 'Это был последний код восстановления. Получите новые на странице «Безопасность»'
    : `Осталось: ${countOf(count, ['код', 'кода', 'кодов'])} восстановления`

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

/** What is shown beside the password. */
export type Proof = Pick<BodyInput<typeof auth.login>, 'code' | 'passkey'>

/** Signs in and goes where the person was going. Refusals are thrown as ApiError. */
export function useSignIn(): (credentials: Credentials, proof?: Proof) => Promise<void> {
  const router = useRouter()
  return async ({ login, password, rememberMe }, proof = {}) => {
    const reply = await call(auth.login, { body: { login, password, ...proof }, onRefusal: 'throw' })
    saveLogin(rememberMe ? login : null)
    router.history.replace(await enter(reply))
    if (reply.recovery_left !== undefined) toast.warning(recoveryLeft(reply.recovery_left))
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
