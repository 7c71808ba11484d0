import sanitizeHtml from 'sanitize-html'
import { allowedHtml, MAX_HTML } from '@vypusk/contract'
import { refuse } from './refusal.ts'

const rules: sanitizeHtml.IOptions = {
  allowedTags: [...allowedHtml.tags],
  allowedAttributes: allowedHtml.attributes,
  allowedSchemes: [...allowedHtml.schemes],
  allowedSchemesByTag: { img: ['data'] },
  allowProtocolRelative: false,
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !allowedHtml.picture.test(attribs['src'] ?? ''),
}

/** Parts that end by themselves where the next begins, or have no inside: a text may leave them open. */
const FLAT = new Set(['p', 'li', 'tr', 'td', 'th', 'thead', 'tbody', 'br', 'hr', 'img'])
/** How deep lists, tables and marks may lie in one another: whatever walks the text goes as deep. */
export const MOST_HTML_LEVELS = 50

/** How deep the tags of a text lie at most, found in one pass without taking it apart. */
export function levelsOf(html: string): number {
  let [level, deepest] = [0, 0]
  for (const [, end, name = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)/gi)) {
    if (FLAT.has(name.toLowerCase())) continue
    level = Math.max(0, level + (end ? -1 : 1))
    deepest = Math.max(deepest, level)
  }
  return deepest
}

/** Tags and encoded characters: a text without its pictures is this long at most, and takes apart in half a second. */
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
 * Rich text as it may be kept: what the shared allow-list does not name is dropped, its words stay.
 * @throws Refusal 422 for what lies too deep, or is taken apart or written down for too long
 */
export function cleanHtml(html: string): string {
  if (hasTooManyMarks(html)) throw refuse('marked_text')
  if (levelsOf(html) > MOST_HTML_LEVELS) throw refuse('deep_text')
  const clean = sanitizeHtml(html, rules)
  // Some characters are longer once they are encoded.
  if (clean.length > MAX_HTML) throw refuse('marked_text')
  return clean
}
