import type { SubmitEvent } from 'react'

const unreadIn = (form: HTMLFormElement) =>
  [...form.elements].filter((field) => field instanceof HTMLInputElement).find(({ validity }) => validity.customError)

/**
 * Leads to the first field that could not read what was typed into it and lets it say so: the form's values have its
 * former one.
 * @returns whether there is one, so that nothing is sent
 */
export function leadToUnread(form: HTMLFormElement): boolean {
  const unread = unreadIn(form)
  unread?.checkValidity()
  unread?.focus()
  return unread !== undefined
}

/** For `<form {...formOf(send)}>` where the values are kept beside it: sends nothing while a field is unread. */
export const formOf = (send: () => void) => ({
  // The fields say what is wrong themselves, the browser's balloons would say it twice.
  noValidate: true as const,
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!leadToUnread(event.currentTarget)) send()
  },
})
