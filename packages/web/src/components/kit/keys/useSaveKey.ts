import { useEffect } from 'react'
import { KEYS, isKey } from './keys.ts'

/** A field that takes what is typed only when it is left takes it now, and has the keyboard again. */
function takeTyped(): void {
  const field = document.activeElement
  if (!(field instanceof HTMLElement)) return
  field.blur()
  field.focus({ preventScroll: true })
}

/**
 * Ctrl+Enter saves the form it is pressed in, wherever the form is. Heard before any field hears it: an editor
 * would break the line.
 */
export function useSaveKey(): void {
  useEffect(() => {
    const save = (event: KeyboardEvent) => {
      const form = event.target instanceof Element ? event.target.closest('form') : null
      if (!form || !isKey(event, KEYS.save)) return
      event.preventDefault()
      takeTyped()
      // Once what was taken has reached the form's values.
      setTimeout(() => form.requestSubmit())
    }
    addEventListener('keydown', save, true)
    return () => removeEventListener('keydown', save, true)
  }, [])
}
