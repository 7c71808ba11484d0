/** Where a person goes: the decisions of the brief's section 2, without browser or network. Pure. */

/** The path somebody asked for, and who they were, when known. */
export interface Requested {
  path: string
  user_id: number | null
}

/** Paths that are never worth going back to. */
const NOT_KEPT = new Set(['/login', '/'])

/**
 * Agreement, ReleaseView, Publications, releases, Publication, ReleaseDescription: the six routes
 * whose path is also an address to return to, because letters lead there.
 */
const RETURNABLE = [
  /^\/agreements\/\d+$/,
  /^\/releases\/\d+$/,
  /^\/publications$/,
  /^\/releases$/,
  /^\/publication\/\d+$/,
  /^\/releases\/\d+\/description$/,
]

const pathnameOf = (path: string): string => path.split(/[?#]/)[0] ?? path

export const isKept = (path: string): boolean =>
  !NOT_KEPT.has(pathnameOf(path)) && !pathnameOf(path).startsWith('/error')

export const isReturnable = (path: string): boolean => RETURNABLE.some((route) => route.test(pathnameOf(path)))

/** Only a path of our own: never another site, whatever got into the storage. */
const isOwn = (path: string): boolean => /^\/(?![/\\])/.test(path)

interface EntryState {
  requested: Requested | null
  /** The return address; nobody's in particular. */
  returnTo: string | null
}

/** Where a sign-in leads. Another person's path is ignored, and so is their return address. */
export function afterLogin(user: { id: number; isRivc: boolean }, { requested, returnTo }: EntryState): string {
  const isOthers = requested !== null && requested.user_id !== null && requested.user_id !== user.id
  const wanted = isOthers ? null : (requested?.path ?? returnTo)
  return wanted !== null && isOwn(wanted) && isKept(wanted) ? wanted : homeOf(user)
}

export const homeOf = (user: { isRivc: boolean }): string => (user.isRivc ? '/' : '/clientRequests')

/** What a staff-only route answers to somebody signed in; null lets them through. */
export const staffOnlyAnswer = (user: { isRivc: boolean }, path: string): '/clientRequests' | '/error403' | null =>
  user.isRivc ? null : pathnameOf(path) === '/' ? '/clientRequests' : '/error403'

/** The cross-login check: a shared cookie that differs from our token ends the session. */
export const isCrossLoginBroken = (cookieName: string | null, cookies: string, token: string): boolean =>
  cookieName !== null && readCookie(cookies, cookieName) !== token

/** The value of a cookie in `document.cookie`, null when it is not there; as it is where another program wrote it. */
export function readCookie(cookies: string, name: string): string | null {
  const pair = cookies.split('; ').find((part) => part.startsWith(`${name}=`))
  if (pair === undefined) return null
  const written = pair.slice(name.length + 1)
  try {
    return decodeURIComponent(written)
  } catch {
    return written
  }
}
