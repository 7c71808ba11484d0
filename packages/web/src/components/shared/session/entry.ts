/** Decides where a person goes (brief, section 2), without browser or network. Pure. */

import { homeOf } from '../../../paths.ts'

/** The path that was requested, and the person who requested it, when known. */
export interface Requested {
  path: string
  user_id: number | null
}

/** Paths that are never worth returning to. */
const NOT_KEPT = new Set(['/login', '/'])

/**
 * Agreement, ReleaseView, Publications, releases, Publication, ReleaseDescription: the six routes whose path is also a
 * return address, because letters link to them.
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

/** Accepts only paths of this site, never another site, whatever was stored. */
const isOwn = (path: string): boolean => /^\/(?![/\\])/.test(path)

interface EntryState {
  requested: Requested | null
  /** The return address, regardless of the person. */
  returnTo: string | null
}

/** Returns where to go after signing in. Another person's path is ignored, and so is their return address. */
export function afterLogin(user: { id: number; isRivc: boolean }, { requested, returnTo }: EntryState): string {
  const isOthers = requested !== null && requested.user_id !== null && requested.user_id !== user.id
  const wanted = isOthers ? null : (requested?.path ?? returnTo)
  return wanted !== null && isOwn(wanted) && isKept(wanted) ? wanted : homeOf(user)
}

/** Returns where a staff-only route redirects a signed-in person; null lets them through. */
export const staffOnlyAnswer = (user: { isRivc: boolean }, path: string): '/clientRequests' | '/error403' | null =>
  user.isRivc ? null : pathnameOf(path) === '/' ? '/clientRequests' : '/error403'

/** The cross-login check: returns whether the shared cookie differs from our token, which ends the session. */
export const isCrossLoginBroken = (cookieName: string | null, cookies: string, token: string): boolean =>
  cookieName !== null && readCookie(cookies, cookieName) !== token

/**
 * Returns the value of a cookie in `document.cookie`, or null when there is none; a value that cannot be decoded,
 * because another program wrote it, is returned as it is.
 */
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
