import { useEffect, useRef } from 'react'

/**
 * Handlers by physical keys, so that they work in the Russian layout too: `KeyG`, `Slash`, `?` for Shift+Slash,
 * `Mod+KeyK` for Ctrl or ⌘ and a key.
 */
export type KeyMap = Partial<Record<string, (event: KeyboardEvent) => void>>

const TYPING = 'input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable=true], [role=combobox]'

export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(TYPING) !== null

/** While a dialog or an open list has the keyboard, the page's keys do not work. */
const isCovered = (): boolean => document.querySelector('[aria-modal=true]') !== null

/** A panel or a menu over the page, and the button that has opened it: without the modal curtain of a dialog. */
const OVER = '[role=dialog], [role=menu], [aria-haspopup][aria-expanded=true]'

const isOver = (target: EventTarget | null): boolean => target instanceof Element && target.closest(OVER) !== null

/** The fields that identify a pressed key, in the browser's event or in React's. */
export type PressedKey = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'metaKey'>

export function keyName({ key, code, shiftKey, ctrlKey, metaKey }: PressedKey): string {
  if (ctrlKey || metaKey) return `Mod+${code}`
  return key === '?' || (code === 'Slash' && shiftKey) ? '?' : code
}

/**
 * A key that is followed by a second one: together they are called `KeyG KeyB`, and the second key then has no meaning
 * of its own.
 */
export const FIRST_KEY = 'KeyG'
const SECOND_KEY_WITHIN = 1500

/** The name of the key being pressed, with the first key it follows. */
let pressed = ''
/** Whether something on top had the keyboard when the key was pressed: without motion Esc closes it before our turn. */
let wasCovered = false
let firstAt = -SECOND_KEY_WITHIN

function note(event: KeyboardEvent): void {
  const name = keyName(event)
  const isSecond = event.timeStamp - firstAt < SECOND_KEY_WITHIN
  const isFirst = name === FIRST_KEY && !isSecond && !isTyping(event.target)
  firstAt = isFirst ? event.timeStamp : -SECOND_KEY_WITHIN
  wasCovered = isCovered() || (!name.startsWith('Mod+') && isOver(event.target))
  pressed = isSecond ? `${FIRST_KEY} ${name}` : name
}

/**
 * Handles keys of the whole page; ignores them while a dialog is open and, except for those with Ctrl, in what is open
 * over the page and while somebody types.
 */
export function useKeys(keys: KeyMap, enabled = true): void {
  const current = useRef(keys)
  useEffect(() => {
    current.current = keys
  })
  useEffect(() => {
    if (!enabled) return undefined
    // Adding the same listener again has no effect; capturing makes it run before any handler inside the page.
    addEventListener('keydown', note, { capture: true })
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || wasCovered || isCovered()) return
      const name = pressed
      if (name.startsWith('Mod+') || !isTyping(event.target)) current.current[name]?.(event)
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [enabled])
}
