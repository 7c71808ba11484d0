const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Converts plain text to the rich text of threads, one paragraph per line. */
export const inParagraphs = (text: string): string =>
  text
    .split('\n')
    .map((line) => `<p>${line.replaceAll(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign)}</p>`)
    .join('')
