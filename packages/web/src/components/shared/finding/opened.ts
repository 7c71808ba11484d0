import { createStore } from '../../../ui/store.ts'

/** Whether the search dialog is open; it is opened by the key, the box and the button on a phone. */
export const findingOpened = createStore(false)

/** What was typed before the field of the dialog had the keyboard. */
let early = ''

function collect(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey, isComposing } = event
  if (ctrlKey || metaKey || altKey || isComposing) return
  if (key.length === 1) early += key
  else if (key === 'Backspace') early = early.slice(0, -1)
  else return
  event.preventDefault()
  event.stopPropagation()
}

/**
 * Opens the dialog. People go on typing at once: until its field is there, which takes a while when the dialog has not
 * been loaded, their letters are collected for it.
 */
export function openFinding(): void {
  if (findingOpened.get()) return
  early = ''
  addEventListener('keydown', collect, { capture: true })
  findingOpened.set(true)
}

/** Ends the collecting. @returns what was typed before the field was there */
export function takeEarlyWords(): string {
  removeEventListener('keydown', collect, { capture: true })
  const words = early
  early = ''
  return words
}

export function closeFinding(): void {
  takeEarlyWords()
  findingOpened.set(false)
}
