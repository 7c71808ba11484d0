/** The text of cells, as XML (ECMA-376, part 1). */

export const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
export const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

/** Characters not allowed in XML 1.0: control characters, unpaired surrogates, and two noncharacters. */
const UNFIT = /(?![\t\n\r])\p{Cc}|\p{Cs}|[\ufffe\uffff]/gu
/** Excel would read `_x0041_` as the character with that code. */
const CODED = /_(?=x[0-9a-f]{4}_)/gi
const MARKS = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' } as const
/** Most texts have none of these characters – the marks, «_» and what XML does not allow – and need no escaping. */
const MAY_NEED = /[^ !#-%'-;=?-^`-~\xa0-\ud7ff\ue000-\ufffd]/
/** The longest text that a cell can hold. */
const MOST_CHARACTERS = 32_767

/** Joins lines into the text of a cell; those that do not fit are left out whole, and counted in a last line. */
export function linesInCell(lines: string[]): string {
  const all = lines.join('\n')
  if (all.length <= MOST_CHARACTERS) return all
  const restOf = (count: number) => `… ещё ${lines.length - count}: см. экран`
  let length = 0
  const tooMany = lines.findIndex((line, count) => {
    const isFull = length + restOf(count + 1).length + line.length + 1 > MOST_CHARACTERS
    length += line.length + 1
    return isFull
  })
  return [...lines.slice(0, tooMany), restOf(tooMany)].join('\n')
}

/** Escapes a text for XML, without what XML cannot hold. */
export function escaped(text: string): string {
  // The mark tells the reader that this is not all.
  const whole = text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS - 1)}…` : text
  if (!MAY_NEED.test(whole)) return whole
  return whole
    .replace(UNFIT, '')
    .replace(CODED, '_x005F_')
    .replace(/[&<>"]/g, (mark) => MARKS[mark as keyof typeof MARKS])
}

/** Whether a text begins or ends with a space, or another character that XML counts as one. */
const hasOuterSpace = (value: string) => value.charCodeAt(0) <= 0x20 || value.charCodeAt(value.length - 1) <= 0x20
/** Without `xml:space`, readers trim spaces at the ends. */
export const textNode = (value: string) =>
  `<t${hasOuterSpace(value) ? ' xml:space="preserve"' : ''}>${escaped(value)}</t>`
