import { isApiError } from '../../../api/api-error.ts'
import type { ApiError } from '../../../api/api-error.ts'
import { notifyNotSaved } from '../feedback/refused.ts'

/** `errors: {title: ['…']}` → the first sentence for each field. */
export const underFields = (errors: Record<string, string[]>): Record<string, string> =>
  Object.fromEntries(Object.entries(errors).map(([field, sentences]) => [field, sentences[0] ?? '']))

/** The first field that is wrong gets the focus, once the fields are drawn as wrong. */
export const leadToFirst = (form: HTMLFormElement | null | undefined) =>
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())

/** A refusal of something that has no field here, or whose field shows no sentences, would be said nowhere. */
const sayUnshown = (form: HTMLFormElement, error: ApiError) =>
  requestAnimationFrame(() => {
    if (!form.isConnected) return
    const unshown = Object.values(underFields(error.errors)).find((sentence) => !form.textContent.includes(sentence))
    if (unshown !== undefined) notifyNotSaved(error, unshown)
  })

/** Leads to what the server has refused, unless the person has gone on in another field meanwhile. */
export function toWhatIsRefused(form: HTMLFormElement | null | undefined) {
  const place = document.activeElement
  return (error: unknown) => {
    const now = document.activeElement
    if (now === place || !now?.matches('input, textarea, [contenteditable]')) leadToFirst(form)
    if (form && isApiError(error)) sayUnshown(form, error)
  }
}
