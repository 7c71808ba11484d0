import { useEffect } from 'react'
import { KEYS, isKey } from './keys.ts'

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
      form.requestSubmit()
    }
    addEventListener('keydown', save, true)
    return () => removeEventListener('keydown', save, true)
  }, [])
}
