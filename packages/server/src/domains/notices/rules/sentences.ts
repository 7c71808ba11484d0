import { oneLine } from '../../../platform/plain-text.ts'

const LONGEST = 200
/** Somebody's text on one line, cut if it is too long. */
export function quoted(text: string): string {
  const line = oneLine(text)
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line
}

/** Appends a reason or a remark, if there is one. */
export const withText = (sentence: string, text: string): string => (text ? `${sentence}: ${quoted(text)}` : sentence)
