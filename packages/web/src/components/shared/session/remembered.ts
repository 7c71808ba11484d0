import { entranceQuery } from '../../../api/account.ts'
import { queryClient } from '../../../api/query-client.ts'
import { session } from '../../../api/session.ts'
import { inTab } from '../../../ui/storage.ts'
import { isCrossLoginBroken, isKept, isReturnable, readCookie } from './entry.ts'
import type { Requested } from './entry.ts'

const keptRequested = inTab<Requested>('requested')
const keptReturnTo = inTab<string>('returnTo')

/** Remembers where somebody wanted to go, and who it was, when that is known. */
export function rememberPath(path: string, user_id: number | null): void {
  if (!isKept(path)) return
  keptRequested.write({ path, user_id })
  if (isReturnable(path) && user_id === null) keptReturnTo.write(path)
}

export const remembered = () => ({ requested: keptRequested.read(), returnTo: keptReturnTo.read() })

export function forgetRequested(): void {
  keptRequested.write(null)
}

export function forgetReturnAddress(): void {
  keptReturnTo.write(null)
}

const SAVED_LOGIN = 'saved_id'
const THIRTY_DAYS = 30 * 24 * 60 * 60

const writeCookie = (name: string, value: string, seconds: number): void => {
  // The Cookie Store API is not available over plain HTTP, which some offices use.
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${seconds}; samesite=lax`
}

/**
 * «Запомнить меня»: the login, kept for 30 days (brief, section 9). first.js reads the cookie as well; without a browser
 * there is none.
 */
export const savedLogin = (): string => readCookie(globalThis.document?.cookie ?? '', SAVED_LOGIN) ?? ''
export const saveLogin = (login: string | null): void =>
  writeCookie(SAVED_LOGIN, login ?? '', login === null ? 0 : THIRTY_DAYS)

const crossLoginCookie = () => queryClient.getQueryData(entranceQuery.queryKey)?.cross_login_cookie ?? null

/** Shares the token with the neighbouring product if cross-login is set up. */
export function shareToken(token: string, expires_in: number): void {
  const name = crossLoginCookie()
  if (name !== null) writeCookie(name, token, expires_in)
}

export function isSharedTokenForeign(): boolean {
  const [token, name] = [session.get()?.token, crossLoginCookie()]
  // Reading cookies waits for another process of the browser, so it is done only where one is shared.
  return token !== undefined && name !== null && isCrossLoginBroken(name, document.cookie, token)
}
