import sanitizeHtml from 'sanitize-html'
import { allowedHtml, isLongerThan, MAX_HTML } from '@vypusk/contract'
import { refuse } from '../refusal.ts'

const rules: sanitizeHtml.IOptions = {
  allowedTags: [...allowedHtml.tags],
  allowedAttributes: allowedHtml.attributes,
  allowedSchemes: [...allowedHtml.schemes],
  allowedSchemesByTag: { img: ['data'] },
  allowProtocolRelative: false,
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !allowedHtml.picture.test(attribs['src'] ?? ''),
}

/** Tags that are closed implicitly by the next one, or that have no content: a text may leave them open. */
const FLAT = new Set(['p', 'li', 'tr', 'td', 'th', 'thead', 'tbody', 'br', 'hr', 'img'])
/** How deep lists, tables and marks may be nested, because code that walks the text recurses as deep. */
export const MOST_HTML_LEVELS = 50

/** The deepest nesting of tags in a text, found in one pass without parsing it. */
export function levelsOf(html: string): number {
  let [level, deepest] = [0, 0]
  for (const [, end, name = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)/gi)) {
    if (FLAT.has(name.toLowerCase())) continue
    level = Math.max(0, level + (end ? -1 : 1))
    deepest = Math.max(deepest, level)
  }
  return deepest
}

/**
 * The most tags and encoded characters. A text without pictures is at most this long, and is parsed in half a second.
 */
export const MOST_MARKS = 200_000

function hasTooManyMarks(html: string): boolean {
  let marks = 0
  for (const mark of ['<', '>', '&']) {
    for (let at = html.indexOf(mark); at !== -1; at = html.indexOf(mark, at + 1)) {
      marks += 1
      if (marks > MOST_MARKS) return true
    }
  }
  return false
}

/**
 * Cleans rich text for storing: whatever the shared allow-list does not contain is dropped, but its text is kept.
 * @throws Refusal 422 for text that is nested too deep, or would take too long to parse or to write
 */
export function cleanHtml(html: string): string {
  if (hasTooManyMarks(html)) throw refuse('marked_text')
  if (levelsOf(html) > MOST_HTML_LEVELS) throw refuse('deep_text')
  const clean = sanitizeHtml(html, rules)
  // Some characters take more space once they are encoded.
  if (isLongerThan(clean, MAX_HTML)) throw refuse('marked_text')
  return clean
}
