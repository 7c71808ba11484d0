import type { ApiError } from './api/api-error.ts'
import { invalidate, onRefusedPage, onServerFault } from './api/query-client.ts'
import { followOtherTabs, session } from './api/session.ts'
import { forgetAnswers } from './components/shared/session/entering.ts'
import { dropSession } from './components/shared/session/guards.ts'
import { isSharedTokenForeign } from './components/shared/session/remembered.ts'
import { notifyNotSaved, showServerFault } from './components/kit/feedback/refused.ts'
import { paths } from './paths.ts'
import { router } from './routes.tsx'

const toLogin = (): void => {
  dropSession()
  void router.navigate({ to: paths.login })
}

/** The provider began to require a second factor while the person was at work. */
const toSettingUp = (): void => {
  void invalidate(['user']).then(() => router.navigate({ to: paths.secondFactor }))
}

const isOfEarlierSession = ({ token }: ApiError): boolean => token !== undefined && token !== session.get()?.token

/**
 * Handles refusals for the whole page (brief, section 8): 401 signs out; 404 and 403 of a page load lead to their
 * pages.
 */
function answer(error: ApiError): void {
  if (error.status === 401) return isOfEarlierSession(error) ? undefined : toLogin()
  if (error.data['second_factor'] === 'set_up') return toSettingUp()
  const page = error.status === 404 ? paths.error404 : error.status === 403 ? paths.error403 : null
  if (page !== null)
    void router.navigate({
      to: page,
      replace: true,
      state: { refusal: error.message, from: router.state.location.href },
    })
}

/**
 * Sets up what is handled globally: refusals, other tabs, and the cross-login check when the window is focused again.
 */
export function watchSession(): void {
  onRefusedPage(answer)
  onServerFault(showServerFault, (error) => notifyNotSaved(error))
  followOtherTabs((next, before) => {
    if (!next) return toLogin()
    // The tab goes straight from one session to another, for example after the computer slept: nothing of the former
    // session may stay on the screen.
    if (before) return location.reload()
    forgetAnswers()
    void router.invalidate()
  })
  addEventListener('focus', () => {
    if (isSharedTokenForeign()) toLogin()
  })
}
