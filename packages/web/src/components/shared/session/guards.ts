import { redirect } from '@tanstack/react-router'
import type { auth } from '@vypusk/contract'
import { entranceQuery, userQuery } from '../../../api/account.ts'
import { isApiError } from '../../../api/api-error.ts'
import { forgetChanges, queryClient } from '../../../api/query-client.ts'
import { paths } from '../../../paths.ts'
import { endSession, session } from '../../../api/session.ts'
import { forgetToasts } from '../../kit/feedback/toast.tsx'
import { afterLogin, staffOnlyAnswer } from './entry.ts'
import { forgetRequested, isSharedTokenForeign, rememberPath, remembered } from './remembered.ts'

interface RouteInput {
  location: { href: string; pathname: string }
}

/**
 * Ends the session in this browser, and whatever waits to be done in it: a question, «Отменить», a change in the queue.
 * The server has already ended the session or never knew it. Fetched data is kept until
 * somebody signs in: if it were removed under a screen that is still shown, it would be refetched without a session,
 * over and over.
 */
export function dropSession(): void {
  endSession()
  forgetChanges()
  forgetToasts()
}

/** Returns the signed-in person, or null. Network failures are thrown, because they say nothing about the session. */
async function currentUser(): Promise<auth.SessionUser | null> {
  if (!session.get()) return null
  const known = [
    queryClient.query({ ...userQuery, staleTime: 'static' }),
    queryClient.query({ ...entranceQuery, staleTime: 'static' }),
  ] as const
  const [user] = await Promise.all(known).catch((error: unknown) => {
    if (isApiError(error) && (error.status === 401 || error.status === 403)) return [null]
    throw error
  })
  return user && !isSharedTokenForeign() ? user : null
}

/** The guard of every screen but the login page: requires a session. */
export async function requireUser({ location }: RouteInput): Promise<{ user: auth.SessionUser }> {
  const last = session.get()?.user_id ?? null
  const user = await currentUser()
  rememberPath(location.href, user?.id ?? last)
  if (user?.must_set_up_factor) throw redirect({ to: paths.secondFactor, replace: true })
  if (user) return { user }
  dropSession()
  throw redirect({ to: '/login' })
}

/** The guard of the screen where a second factor is set up: only for people who have to do so before anything else. */
export async function requireSettingUp(): Promise<{ user: auth.SessionUser }> {
  const user = await currentUser()
  if (user?.must_set_up_factor) return { user }
  throw redirect({ to: user ? paths.account : paths.login, replace: true })
}

/** The guard of screens for staff; runs after `requireUser`. */
export function requireStaff({ location, context }: RouteInput & { context: { user: auth.SessionUser } }): void {
  const answer = staffOnlyAnswer(context.user, location.pathname)
  if (answer === null) return
  // Otherwise signing in would lead back here.
  forgetRequested()
  throw redirect({ to: answer, replace: true })
}

/** The guard of the administrator's screens; runs after `requireUser`. */
export function requireAdmin({ context }: { context: { user: auth.SessionUser } }): void {
  if (context.user.isAdmin) return
  forgetRequested()
  throw redirect({ to: '/error403', replace: true })
}

/** Redirects people who are already signed in away from the login page. */
export async function passIfSignedIn(): Promise<void> {
  const user = await currentUser().catch(() => null)
  if (user) throw redirect({ href: afterLogin(user, remembered()), replace: true })
}
