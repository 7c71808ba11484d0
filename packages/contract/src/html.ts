/**
 * The one list of what rich text may hold. The server's sanitize-html and the browser's DOMPurify
 * are both configured from it, so a text is cleaned the same way on both sides.
 */
export const allowedHtml = {
  tags: [
    'p',
    'br',
    'h2',
    'h3',
    'h4',
    'ul',
    'ol',
    'li',
    'blockquote',
    'pre',
    'code',
    'hr',
    'strong',
    'b',
    'em',
    'i',
    'u',
    's',
    'sub',
    'sup',
    'a',
    'table',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
  ],
  /** Attributes by tag. */
  attributes: {
    a: ['href', 'title'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan'],
    ol: ['start'],
  } as Record<string, string[]>,
  /** Where links may lead. */
  schemes: ['http', 'https', 'mailto'],
} as const
