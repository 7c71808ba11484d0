import { auth } from '@vypusk/contract'
import type { BodyInput, ReplyOf } from '@vypusk/contract'
import { entranceQuery, userQuery } from '../../../api/account.ts'
import { call } from '../../../api/client.ts'
import { queryClient } from '../../../api/query-client.ts'
import { setSession } from '../../../api/session.ts'
import { countOf } from '../../../ui/plural.ts'
import { toast } from '../../kit/feedback/toast.tsx'
import { afterLogin } from './entry.ts'
import { forgetReturnAddress, remembered, saveLogin, shareToken } from './remembered.ts'

/** Signing in, from whatever screen. Nothing here may import the router, which the sign-in page does without. */

/** Removes everything that was fetched for the previous person. */
export const forgetAnswers = (): void =>
  queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== 'entrance' })

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
 * Begins a session in this browser, however the person signed in.
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

/** What is sent in addition to the password. */
export type Proof = Pick<BodyInput<typeof auth.login>, 'code' | 'passkey'>

/**
 * Continues after signing in.
 * @param address within this site
 */
export type OnEntered = (address: string) => void | Promise<void>

/**
 * Signs in and goes where the person was going.
 * @throws ApiError when it is refused
 */
export async function signIn(
  { login, password, rememberMe }: Credentials,
  onEntered: OnEntered,
  proof: Proof = {},
): Promise<void> {
  const reply = await call(auth.login, { body: { login, password, ...proof }, onRefusal: 'throw' })
  saveLogin(rememberMe ? login : null)
  await onEntered(await enter(reply))
  if (reply.recovery_left !== undefined) toast.warning(recoveryLeft(reply.recovery_left))
}
