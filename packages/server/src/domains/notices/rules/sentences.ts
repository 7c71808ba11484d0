import { oneLine } from '../../../platform/plain-text.ts'

const LONGEST = 200
/** What somebody wrote, short enough for a line. */
export function quoted(text: string): string {
  const line = oneLine(text)
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line
}

/** A reason or a remark that may be missing. */
export const withText = (sentence: string, text: string): string => (text ? `${sentence}: ${quoted(text)}` : sentence)
