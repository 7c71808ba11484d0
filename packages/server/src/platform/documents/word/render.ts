import { AlignmentType, Document, Footer, Packer, PageNumber, Paragraph, TextRun } from 'docx'
import { htmlToContent } from 'docx/html'
import { html, type Html } from '../../text/markup.ts'
import { withUris } from './links.ts'
import { styleMap, styles, stylesheet } from './look.ts'

/** The content of a document. */
export interface WordText {
  /** The kind of document, shown above the title: «Описание релиза». */
  kind: string
  title: string
  /**
   * Headings from h1 on, paragraphs, nested lists, tables, pictures, links. `table class="facts"` is a list of names
   * and values without a grid; every other table has one.
   */
  body: Html
}

/** A4 in twentieths of a point, with space for a binder on the left. */
const page = {
  size: { width: 11_906, height: 16_838 },
  margin: { top: 1134, bottom: 1134, left: 1417, right: 1134 },
}
/** Width of the text in pixels. */
const WIDEST_PICTURE = 620

const footer = (title: string) =>
  new Footer({
    children: [
      new Paragraph({
        style: 'Footer',
        alignment: AlignmentType.RIGHT,
        children: [new TextRun({ children: [`${title} · стр. `, PageNumber.CURRENT, ' из ', PageNumber.TOTAL_PAGES] })],
      }),
    ],
  })

/** The two characters that a text may have and XML may not; of control characters the library leaves none. */
const UNFIT = /[\ufffe\uffff]/g
const fit = (text: string) => text.replace(UNFIT, '')

/** Creates the bytes of a .docx. */
export function renderWord({ kind, body, ...named }: WordText): Promise<Buffer> {
  const title = fit(named.title)
  const whole = html`<p class="kind">${kind}</p>
    <p class="title">${title}</p>
    ${body}`
  const apart = withUris(fit(whole.text)).replaceAll('</table>', '</table><p class="gap"></p>')
  const children = htmlToContent(apart, { stylesheet, styleMap, maxImageWidth: WIDEST_PICTURE })
  const document = new Document({
    title,
    subject: kind,
    creator: 'Выпуск',
    styles,
    sections: [{ properties: { page }, footers: { default: footer(title) }, children: [...children] }],
  })
  return Packer.toBuffer(document)
}
