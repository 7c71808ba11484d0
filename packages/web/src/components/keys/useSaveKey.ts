import { useEffect } from 'react'
import { KEYS, isKey } from './keys.ts'

/** Ctrl+Enter saves the form it is pressed in, wherever the form is. */
export function useSaveKey(): void {
  useEffect(() => {
    const save = (event: KeyboardEvent) => {
      const form = event.target instanceof Element ? event.target.closest('form') : null
      if (!form || event.defaultPrevented || !isKey(event, KEYS.save)) return
      event.preventDefault()
      form.requestSubmit()
    }
    addEventListener('keydown', save)
    return () => removeEventListener('keydown', save)
  }, [])
}
