import type { Credentials } from '../../components/shared/session/entering.ts'

/**
 * The form of the sign-in is in the page itself, and can be typed into before the program runs (build/written-form.ts,
 * first.js).
 */

declare global {
  /** Set by first.js when it shows the form; `isSent` when somebody has pressed «Войти» meanwhile. */
  var writtenForm: { isSent: boolean } | undefined
}

/** @returns what is in the form so far, once; null when it was not in the page */
export function takeForm(form: HTMLFormElement): { values: Credentials; isSent: boolean } | null {
  const held = globalThis.writtenForm
  globalThis.writtenForm = undefined
  const [login, password, rememberMe] = form.querySelectorAll('input')
  if (!held || !login || !password || !rememberMe) return null
  form.querySelector('[type=submit]')?.removeAttribute('data-loading')
  return {
    values: { login: login.value, password: password.value, rememberMe: rememberMe.checked },
    isSent: held.isSent,
  }
}
