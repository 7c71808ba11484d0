import { useEffect } from 'react'

/** A button whose menu or panel is open. Fields with a list of choices (`listbox`) close it by themselves. */
const OPENER = '[aria-expanded=true][aria-haspopup=menu], [aria-expanded=true][aria-haspopup=dialog]'

/**
 * Esc closes an open menu or panel while the focus is still on its button. Mantine hears the key inside what it has
 * opened only, and moves the focus there a moment after showing it: until then the key would be lost.
 */
export function useEscapeOfOpeners(): void {
  useEffect(() => {
    const close = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || !(event.target instanceof Element)) return
      event.target.closest<HTMLElement>(OPENER)?.click()
    }
    addEventListener('keydown', close)
    return () => removeEventListener('keydown', close)
  }, [])
}
