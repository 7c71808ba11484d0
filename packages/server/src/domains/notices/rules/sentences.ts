import { beginningOf } from '@vypusk/contract'
import { oneLine } from '../../../platform/text/plain-text.ts'

const LONGEST = 200
/** Somebody's text on one line, cut if it is too long. */
export const quoted = (text: string): string => beginningOf(oneLine(text), LONGEST)

/** Appends a reason or a remark, if there is one. */
export const withText = (sentence: string, text: string): string => (text ? `${sentence}: ${quoted(text)}` : sentence)
