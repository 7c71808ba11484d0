import { isServerFault, OWN_FAULT, sentenceOf } from '../../../api/api-error.ts'
import { showError } from './dialogs.tsx'
import { toast } from './toast.tsx'

const NOT_SAVED = 'Не сохранено'

/** Faults whose dialog has been shown, so that a place of its own and the one for all do not both show it. */
const shown = new WeakSet<object>()
/** The same of the words «Не сохранено». */
const unsaved = new WeakSet<object>()
/** A screen asks for much at once: what fails together is said together. */
const DIALOG = 'server-fault'

/**
 * The brief's dialog «Ошибка» of a server that failed (section 8), once for each failure.
 * @returns false where it was no failure of the server
 */
export function showServerFault(error: unknown): boolean {
  if (!isServerFault(error)) return false
  if (!shown.has(error)) showError(OWN_FAULT, DIALOG)
  shown.add(error)
  return true
}

/** Says why something was not done: a sentence in passing, or the dialog where the server failed. */
export function sayRefusal(error: unknown): void {
  if (!showServerFault(error)) toast.error(sentenceOf(error))
}

/** The same in a dialog, where somebody waits at a form and goes no further. */
export function showRefusal(error: unknown, sentence = sentenceOf(error)): void {
  if (!showServerFault(error)) showError(sentence)
}

/** The same of a save, once for each: that it did not come about is said first, what was typed stands where it was. */
export function sayNotSaved(error: unknown, sentence = sentenceOf(error)): void {
  if (!isServerFault(error)) {
    toast.error(`${NOT_SAVED}. ${sentence}`)
    return
  }
  showServerFault(error)
  if (!unsaved.has(error)) toast.error(NOT_SAVED)
  unsaved.add(error)
}
