import { refusals } from '@vypusk/contract'
import { isApiError, isServerFault, OWN_FAULT, sentenceOf } from '../../../api/api-error.ts'
import { showError } from './dialogs.tsx'
import { toast } from './toast.tsx'

const NOT_SAVED = 'Не сохранено'

/** Errors whose dialog has been shown, so that a local handler and the global one do not both show it. */
const shown = new WeakSet<object>()
/** The same for the message «Не сохранено». */
const unsaved = new WeakSet<object>()
/** A screen sends many calls at once; when they fail together, one dialog is shown. */
const DIALOG = 'server-fault'

/**
 * Shows the brief's dialog «Ошибка» for a failure of the server (section 8), once for each failure.
 * @returns false when it was not a failure of the server
 */
export function showServerFault(error: unknown): boolean {
  if (!isServerFault(error)) return false
  if (!shown.has(error)) showError(OWN_FAULT, DIALOG)
  shown.add(error)
  return true
}

/** Where no field shows its own sentence, «Проверьте поля» would not say what is wrong. */
function wholeSentenceOf(error: unknown): string {
  const sentence = sentenceOf(error)
  const [first] = isApiError(error) && sentence === refusals.invalid[1] ? Object.values(error.errors) : []
  return first?.[0] ?? sentence
}

/** Shows why something was not done: in a toast, or in the dialog when the server failed. */
export function notifyRefusal(error: unknown): void {
  if (!showServerFault(error)) toast.error(wholeSentenceOf(error), error)
}

/** The same in a dialog, for a form that cannot continue. */
export function showRefusal(error: unknown, sentence = sentenceOf(error)): void {
  if (!showServerFault(error)) showError(sentence)
}

/** The same for a save, once for each failure: says first that nothing was saved; what was typed stays in place. */
export function notifyNotSaved(error: unknown, sentence = sentenceOf(error)): void {
  if (!isServerFault(error)) {
    toast.error(`${NOT_SAVED}. ${sentence}`, error)
    return
  }
  showServerFault(error)
  if (!unsaved.has(error)) toast.error(NOT_SAVED, error)
  unsaved.add(error)
}
