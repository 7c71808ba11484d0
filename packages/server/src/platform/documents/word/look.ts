import { LineRuleType, type IStylesOptions } from 'docx'

/** Styles of our documents: font sizes in half-points, distances in twentieths of a point. */

const FONT = 'Calibri'
const TEXT = '1b1d22'
const DIM = '636874'
const ACCENT = '3d4fd6'

/** Word checks the spelling of a text without a language in that of whoever opens it, or in English. */
const LANGUAGE = { value: 'ru-RU' }

/** In 240ths of a line. Without the rule, LibreOffice takes a minimum height for an exact one and cuts pictures off. */
const lines = (line: number) => ({ line, lineRule: LineRuleType.AUTO })

const heading = (size: number, before: number) => ({
  run: { font: FONT, size, bold: true, color: TEXT },
  paragraph: { spacing: { before, after: 80, ...lines(252) }, keepNext: true, keepLines: true },
})

export const styles: IStylesOptions = {
  default: {
    document: {
      run: { font: FONT, size: 22, color: TEXT, language: LANGUAGE },
      paragraph: { spacing: { after: 120, ...lines(264) } },
    },
    title: {
      run: { font: FONT, size: 40, bold: true, color: TEXT },
      paragraph: { spacing: { before: 0, after: 160, ...lines(276) }, keepNext: true },
    },
    heading1: heading(30, 360),
    heading2: heading(25, 240),
    heading3: heading(22, 200),
    heading4: heading(22, 160),
    heading5: heading(22, 160),
    heading6: heading(22, 160),
    listParagraph: { paragraph: { spacing: { after: 60, ...lines(264) } } },
    hyperlink: { run: { color: ACCENT, underline: {} } },
  },
  paragraphStyles: [
    {
      id: 'Kind',
      name: 'Kind',
      basedOn: 'Normal',
      run: { size: 20, color: DIM },
      paragraph: { spacing: { after: 60 }, keepNext: true },
    },
    // Without a gap, Word joins adjacent tables and puts text directly below a table.
    {
      id: 'Gap',
      name: 'Gap',
      basedOn: 'Normal',
      run: { size: 8 },
      paragraph: { spacing: { after: 0, ...lines(200) } },
    },
    { id: 'Cell', name: 'Cell', basedOn: 'Normal', paragraph: { spacing: { after: 0, ...lines(252) } } },
    { id: 'Footer', name: 'Footer', basedOn: 'Normal', run: { size: 18, color: DIM } },
  ],
}

export const styleMap = { '.kind': 'Kind', '.title': 'Title', '.gap': 'Gap', 'td, th, td p, th p': 'Cell' }

/** For the content itself. */
export const stylesheet = `
table { width: 100%; border-collapse: collapse }
tr { break-inside: avoid }
th, td { border: 1px solid #c8ccd4; padding: 3pt 5pt; vertical-align: top; text-align: left }
th { background: #f2f3f5 }
img { max-height: 860px }
.facts th, .facts td { border: none; padding: 1pt 6pt 1pt 0; background: none }
.facts th { width: 24%; font-weight: normal; color: #${DIM} }
.wide { width: 64% }
.small { font-size: 8pt; color: #${DIM} }
blockquote { border-left: 2pt solid #c8ccd4; padding-left: 8pt; margin-left: 0; color: #${DIM} }
pre, code { font-family: Consolas; font-size: 9.5pt }
pre { background: #f7f7f9 }
`
