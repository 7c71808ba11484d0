import { useLayoutEffect } from 'react'

const DIALOG = '[aria-modal=true]'
/** What is open over a dialog, or the button or field that has opened it. */
const OVER = '[role=dialog], [role=menu], [aria-haspopup][aria-expanded=true]'
/** A day's field says nothing of its calendar, of which only one is ever open. */
const DAY = '[data-dates-input]'
const CALENDAR = '[data-dates-dropdown]'
/** Tells Mantine's dialogs that Esc is meant for something in them. */
const NOT_FOR_DIALOGS = 'data-mantine-stop-propagation'

const isOver = (target: Element): boolean =>
  target.closest(OVER)?.matches(DIALOG) === false || (target.matches(DAY) && document.querySelector(CALENDAR) !== null)

/** Hides the key from every dialog; the mark stays until all of them have been asked. */
function keepFromDialogs(target: Element): void {
  if (target.hasAttribute(NOT_FOR_DIALOGS)) return
  target.setAttribute(NOT_FOR_DIALOGS, 'true')
  setTimeout(() => target.removeAttribute(NOT_FOR_DIALOGS))
}

/** Closes the upper of two dialogs; one that can be closed by Esc has a button for that. */
function closeUpper(event: KeyboardEvent, target: Element): void {
  const dialogs = [...document.querySelectorAll(DIALOG)]
  if (dialogs.length < 2) return
  event.preventDefault()
  event.stopImmediatePropagation()
  const upper = target.closest(DIALOG) ?? dialogs.at(-1)
  upper?.querySelector<HTMLElement>('.mantine-Modal-close')?.click()
}

/**
 * Esc closes one thing: what is open over a dialog before the dialog, the upper dialog before the one below it. Every
 * dialog of Mantine hears the key on the window, before all that is in it, and closes whatever else is open.
 */
export function useEscapeOfDialogs(): void {
  // Before the effects by which dialogs begin to listen.
  useLayoutEffect(() => {
    const hear = (event: KeyboardEvent) => {
      const { key, target } = event
      if (key !== 'Escape' || !(target instanceof Element)) return
      if (isOver(target)) keepFromDialogs(target)
      else closeUpper(event, target)
    }
    addEventListener('keydown', hear, { capture: true })
    return () => removeEventListener('keydown', hear, { capture: true })
  }, [])
}
