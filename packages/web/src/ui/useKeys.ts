import { useEffect, useRef } from 'react'

/** Physical keys, so that they work in the Russian layout too: `KeyG`, `Slash`, `?` for Shift+Slash. */
export type KeyMap = Partial<Record<string, (event: KeyboardEvent) => void>>

const TYPING = 'input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable=true], [role=combobox]'

export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(TYPING) !== null

/** A dialog or an open list has the keyboard to itself. */
const isCovered = (): boolean => document.querySelector('[aria-modal=true]') !== null

const nameOf = (event: KeyboardEvent): string =>
  event.key === '?' || (event.code === 'Slash' && event.shiftKey) ? '?' : event.code

/** Keys of the whole page; silent while somebody types or a dialog is open. */
export function useKeys(keys: KeyMap, enabled = true): void {
  const current = useRef(keys)
  useEffect(() => {
    current.current = keys
  })
  useEffect(() => {
    if (!enabled) return undefined
    const listen = (event: KeyboardEvent) => {
      const busy = event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey
      if (busy || isTyping(event.target) || isCovered()) return
      current.current[nameOf(event)]?.(event)
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [enabled])
}
