/**
 * The only list of what rich text may contain. The server's sanitize-html and the browser's DOMPurify are both
 * configured from it, so that a text is cleaned the same way on both sides.
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
  /** Allowed attributes by tag. */
  attributes: {
    a: ['href', 'title'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan'],
    ol: ['start'],
    img: ['src', 'alt', 'width', 'height'],
  } as Record<string, string[]>,
  /** Allowed schemes of links. */
  schemes: ['http', 'https', 'mailto'],
  /**
   * Pictures are embedded in the text itself, so that the text is complete wherever it is copied (docs/decisions/0011).
   */
  picture: /^data:image\/(png|jpeg|gif);base64,[\w+/=]+$/,
} as const

/** Upper limit of a rich text in characters: enough for text and a few screenshots. */
export const MAX_HTML = 4_000_000

const LEVELS = { least: 1, most: 6 }

/**
 * Shifts the headings of a text `by` levels down, or up if negative, to fit below those around it.
 * @param html clean HTML, as the server stores it
 */
export const shiftHeadings = (html: string, by: number): string =>
  html.replaceAll(/(<\/?h)([1-6])(?=[\s>])/g, (_, tag: string, level: string) => {
    const shifted = Math.min(LEVELS.most, Math.max(LEVELS.least, Number(level) + by))
    return `${tag}${shifted}`
  })
