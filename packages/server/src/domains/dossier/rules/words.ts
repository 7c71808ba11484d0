import { beginningOf, valueInWords } from '@vypusk/contract'
import { momentInWords } from '../../../platform/text/plain-text.ts'

/** Formats values of the history for the document. */

const MOST = 400

const cut = (text: string) => beginningOf(text, MOST)

/** A value of the history as text; «–» if it is empty. */
export const recordedInWords = (value: unknown, field: string): string =>
  cut(valueInWords(value, field, momentInWords)) || '–'
