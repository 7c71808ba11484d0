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
    'img',
  ],
  /** Attributes by tag. */
  attributes: {
    a: ['href', 'title'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan'],
    ol: ['start'],
    img: ['src', 'alt', 'width', 'height'],
  } as Record<string, string[]>,
  /** Where links may lead. */
  schemes: ['http', 'https', 'mailto'],
  /** Pictures stand in the text itself, so that it is whole wherever it goes (docs/decisions/0011). */
  picture: /^data:image\/(png|jpeg|gif);base64,[\w+/=]+$/,
} as const

/** Longest rich text in characters: words, and a few pictures of a screen. */
export const MAX_HTML = 4_000_000

const LEVELS = { least: 1, most: 6 }

/**
 * Puts the headings of a text under those around it: `by` levels lower, or higher where negative.
 * @param html clean, as the server keeps it
 */
export const shiftHeadings = (html: string, by: number): string =>
  html.replaceAll(/(<\/?h)([1-6])(?=[\s>])/g, (_, tag: string, level: string) => {
    const shifted = Math.min(LEVELS.most, Math.max(LEVELS.least, Number(level) + by))
    return `${tag}${shifted}`
  })
