import { useEffect } from 'react'
import { KEYS, isKey } from './keys.ts'

/** Blurs and focuses the field again, because some fields take over what is typed only when they are left. */
function takeTyped(): void {
  const field = document.activeElement
  if (!(field instanceof HTMLElement)) return
  field.blur()
  field.focus({ preventScroll: true })
}

/**
 * Checks whether Enter in a field would send the form: it does nothing while the form's button is disabled, because the
 * form is being sent or cannot be sent yet. `requestSubmit` itself ignores the button.
 */
function canBeSent({ elements }: HTMLFormElement): boolean {
  const button = [...elements].find((each) => each instanceof HTMLButtonElement && each.type === 'submit')
  return !(button instanceof HTMLButtonElement && button.disabled)
}

/** The form in which a key is pressed: a dialog's own too, while the button that closes the dialog has the focus. */
function formAt(target: EventTarget | null): HTMLFormElement | null {
  if (!(target instanceof Element)) return null
  const form = target.closest('form')
  if (form) return form
  const forms = target.closest('[role=dialog]')?.querySelectorAll('form')
  return forms?.length === 1 ? (forms[0] ?? null) : null
}

/**
 * Ctrl+Enter saves the form in which it is pressed, wherever that is. Handled before any field receives the key,
 * because an editor would insert a line break. A key that is held saves once.
 */
export function useSaveKey(): void {
  useEffect(() => {
    const save = (event: KeyboardEvent) => {
      const form = formAt(event.target)
      if (!form || !isKey(event, KEYS.save)) return
      event.preventDefault()
      if (event.repeat) return
      takeTyped()
      // After the value has reached the form.
      setTimeout(() => canBeSent(form) && form.requestSubmit())
    }
    addEventListener('keydown', save, true)
    return () => removeEventListener('keydown', save, true)
  }, [])
}
