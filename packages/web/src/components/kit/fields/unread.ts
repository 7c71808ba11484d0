import type { SubmitEvent } from 'react'

const unreadIn = (form: HTMLFormElement) =>
  [...form.elements].filter((field) => field instanceof HTMLInputElement).find(({ validity }) => validity.customError)

/**
 * Focuses the first field with text that it could not parse and has it show the error, because the form's values still
 * contain its previous value.
 * @returns whether there is such a field, in which case nothing must be sent
 */
export function leadToUnread(form: HTMLFormElement): boolean {
  const unread = unreadIn(form)
  unread?.checkValidity()
  unread?.focus()
  return unread !== undefined
}

/**
 * For `<form {...formOf(send)}>` whose values are kept outside a form hook: sends nothing while a field is invalid.
 * What else is refused at a field, `send` leads to in the form (`refused-fields.ts`).
 */
export const formOf = (send: (form: HTMLFormElement) => void) => ({
  // The fields show their errors themselves; the browser's messages would repeat them.
  noValidate: true as const,
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!leadToUnread(event.currentTarget)) send(event.currentTarget)
  },
})
