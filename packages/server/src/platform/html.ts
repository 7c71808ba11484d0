import sanitizeHtml from 'sanitize-html'
import { allowedHtml } from '@vypusk/contract'
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

/**
 * Rich text as it may be kept: what the shared allow-list does not name is dropped, its words stay.
 * @throws Refusal 422 for what lies too deep
 */
export function cleanHtml(html: string): string {
  if (levelsOf(html) > MOST_HTML_LEVELS) throw refuse('deep_text')
  return sanitizeHtml(html, rules)
}
