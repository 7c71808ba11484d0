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
 * Ctrl+Enter saves the form in which it is pressed, wherever that is. Handled before any field receives the key,
 * because an editor would insert a line break.
 */
export function useSaveKey(): void {
  useEffect(() => {
    const save = (event: KeyboardEvent) => {
      const form = event.target instanceof Element ? event.target.closest('form') : null
      if (!form || !isKey(event, KEYS.save)) return
      event.preventDefault()
      takeTyped()
      // After the value has reached the form.
      setTimeout(() => form.requestSubmit())
    }
    addEventListener('keydown', save, true)
    return () => removeEventListener('keydown', save, true)
  }, [])
}
