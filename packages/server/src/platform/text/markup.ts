/** HTML that needs no escaping. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replace(/[&<>"']/g, (char) => ESCAPES[char] ?? char)

type Value = string | Html | Html[]
const rendered = (value: Value): string => {
  if (Array.isArray(value)) return value.map(rendered).join('')
  return value instanceof Html ? value.text : escaped(value)
}

/** A tagged template. Values are escaped as text unless they are Html themselves. */
export const html = (strings: TemplateStringsArray, ...values: Value[]): Html =>
  new Html(String.raw({ raw: strings }, ...values.map(rendered)))

export const heading = (level: number, text: string): Html => new Html(`<h${level}>${escaped(text)}</h${level}>`)

/** A table of names and values; rows with an empty value are omitted. */
export const facts = (rows: [name: string, value: string][]): Html => {
  const filled = rows.filter(([, value]) => value !== '')
  return html`<table class="facts">
    ${filled.map(
      ([name, value]) =>
        html`<tr>
          <th>${name}</th>
          <td>${lines(value)}</td>
        </tr>`,
    )}
  </table>`
}

/** Plain text with its line breaks. */
export const lines = (text: string): Html[] =>
  text.split(/\r?\n/).flatMap((line, i) => (i === 0 ? [html`${line}`] : [html`<br />`, html`${line}`]))
