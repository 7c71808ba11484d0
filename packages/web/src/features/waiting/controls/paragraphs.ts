const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Plain words as the rich text that threads are made of, a paragraph a line. */
export const inParagraphs = (text: string): string =>
  text
    .split('\n')
    .map((line) => `<p>${line.replaceAll(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign)}</p>`)
    .join('')
