import type { SharedNames } from './names.ts'
import { escaped, HEAD, MAIN, textNode } from './text.ts'
import type { ZipEntry } from '../zipped/entry.ts'

/**
 * The XML of a workbook (ECMA-376, part 1), limited to what Excel and similar programs need. Workbooks are written in
 * another thread; this module imports nothing from the contract, so that the thread starts quickly.
 */

/** The content of a cell: text, a number, or one of the kinds that Excel shows in a special format. */
export type Cell =
  | string
  | number
  | null
  /** Calendar day, `YYYY-MM-DD`. */
  | { day: string }
  /** ISO 8601; shown in the installation's time zone. */
  | { moment: string }
  /** Shown as HH:MM. */
  | { minutes: number }
  /** A number that is a link. */
  | { number: number; href: string }

/** The title, width and format of a column. */
export interface ExcelLook {
  title: string
  /** In characters. */
  width: number
  /** Whether its texts are lists of a few lines, which are shown one below the other. */
  inLines?: true
  /**
   * The type of its values; without it each value is a `Cell`. A link consists of the address followed by the number; words
   * replace the values that are their keys.
   */
  as?: 'text' | 'number' | 'day' | 'moment' | 'minutes' | { link: string } | { words: Record<string, string> }
}

export interface ExcelColumn<Row> extends ExcelLook {
  as?: never
  cell: (row: Row) => Cell
}

/** Some rows, column by column: thousands of rows are parsed and written one column at a time. */
export interface ExcelPart {
  rows: number
  columns: PartColumn[]
}

export interface PartColumn {
  /** A JSON array with a value for each row, as bytes because strings would fill the heap of the process. */
  values: Uint8Array
  /** If the values are ids: the names to show instead, of those that no earlier part has named. */
  names?: [id: number, name: string][]
}

/** A clock that the installation has used or will use: its offset from UTC and its name. */
export interface ExcelClock {
  /** In minutes ahead of UTC. */
  offset: number
  name: string
}

/** A workbook except for its rows. */
export interface ExcelBook {
  /** Name of the sheet; further sheets get a number added. */
  name: string
  columns: ExcelLook[]
  clocks: ExcelClock[]
  /** The number of first columns that stay in view, as the header row does; none by default. */
  pinned?: number
  /** The most rows in a sheet, including its header row; more rows start a new sheet. Excel's limit by default. */
  mostRows?: number
}

const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'

/** Indexes into cellXfs below. */
const style = { plain: 0, head: 1, day: 2, moment: 3, minutes: 4, link: 5, lines: 6 } as const
/** Index of the first style for moments; there is one for each clock. */
const CLOCKED = 7

/** First id of the formats for clocks, above the ids assigned by hand. */
const OWN_FORMATS = 170
const clockFormats = (clocks: ExcelClock[]) =>
  clocks.map(
    ({ name }, n) =>
      `<numFmt numFmtId="${OWN_FORMATS + n}" formatCode="dd\\.mm\\.yyyy\\ hh:mm\\ &quot;${name}&quot;"/>`,
  )
/** Cells beside one of several lines are read with its first line. */
const AT_TOP = 'applyAlignment="1"><alignment vertical="top"/>'
const IN_LINES = 'applyAlignment="1"><alignment vertical="top" wrapText="1"/>'
const clockStyles = (clocks: ExcelClock[]) =>
  clocks.map((_, n) => `<xf numFmtId="${OWN_FORMATS + n}" applyNumberFormat="1" ${AT_TOP}</xf>`)

const styles = (clocks: ExcelClock[]) =>
  `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="${3 + clocks.length}"><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy"/><numFmt numFmtId="165" formatCode="dd\\.mm\\.yyyy\\ hh:mm"/>${clockFormats(clocks).join('')}<numFmt numFmtId="166" formatCode="[hh]:mm"/></numFmts><fonts count="3"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font><font><u/><sz val="11"/><color rgb="FF1F5FB8"/><name val="Calibri"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFEFF0F3"/></patternFill></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${CLOCKED + clocks.length}"><xf ${AT_TOP}</xf><xf fontId="1" fillId="2" applyFont="1" applyFill="1" ${IN_LINES}</xf><xf numFmtId="164" applyNumberFormat="1" ${AT_TOP}</xf><xf numFmtId="165" applyNumberFormat="1" ${AT_TOP}</xf><xf numFmtId="166" applyNumberFormat="1" ${AT_TOP}</xf><xf fontId="2" applyFont="1" ${AT_TOP}</xf><xf ${IN_LINES}</xf>${clockStyles(clocks).join('')}</cellXfs></styleSheet>`

// Threads that write books load no more than they need, so not the contract for its constant.
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
/** Excel counts days from the end of 1899. */
const EPOCH = 25_569
const serial = (utc: number) => utc / DAY_MS + EPOCH

/** Returns the XML of a cell after its reference; '' omits the cell. */
type Draw<Value> = (value: Value) => string

const number: Draw<number> = (value) => `><v>${value}</v></c>`
const styled = (kind: number, value: number) => ` s="${kind}"><v>${value}</v></c>`
const day: Draw<string> = (value) => styled(style.day, serial(Date.parse(value)))
const minutes: Draw<number> = (value) => styled(style.minutes, value / (24 * 60))
const text: Draw<string> = (value) => (value === '' ? '' : ` t="inlineStr"><is>${textNode(value)}</is></c>`)
/** Excel breaks lines only in cells with a style that says so. */
const lines: Draw<string> = (value) => (value === '' ? '' : ` s="${style.lines}"${text(value)}`)

/** Draws moments in local time, to the minute, in the format that names the clock. */
function momentBy(clocks: ExcelClock[]): Draw<string> {
  const byOffset = new Map(clocks.map(({ offset }, n) => [offset, CLOCKED + n]))
  return (moment) => {
    const date = new Date(moment)
    const offset = -date.getTimezoneOffset()
    const wall = Math.floor(date.getTime() / MINUTE_MS + offset) * MINUTE_MS
    return styled(byOffset.get(offset) ?? style.moment, serial(wall))
  }
}

/** @param address already escaped for XML */
const link = (address: string, value: number) =>
  ` s="${style.link}"><f>HYPERLINK(&quot;${address}&quot;,${value})</f><v>${value}</v></c>`
/** Escapes an address for a formula, where quotes are doubled. */
const inFormula = (address: string) => escaped(address.replaceAll('"', '""'))

function cellBy(moment: Draw<string>, words: Draw<string>): Draw<Exclude<Cell, null>> {
  return (value) => {
    // Text is written as text whatever it begins with, so it is never taken for a formula.
    if (typeof value === 'string') return words(value)
    if (typeof value === 'number') return number(value)
    if ('day' in value) return day(value.day)
    if ('moment' in value) return moment(value.moment)
    if ('minutes' in value) return minutes(value.minutes)
    return link(inFormula(value.href), value.number)
  }
}

function drawOf({ as, inLines }: ExcelLook, clocks: ExcelClock[], shared: SharedNames): Draw<never> {
  const moment = momentBy(clocks)
  if (as === undefined) return cellBy(moment, inLines ? lines : text)
  if (typeof as === 'string') return { text, number, day, moment, minutes }[as]
  if ('words' in as) return shared.wordsBy(as.words)
  const before = inFormula(as.link)
  return (value: number) => link(`${before}${value}`, value)
}

/** Letters of a column: A, B … Z, AA …; `column` counts from 0. */
const letters = (column: number): string =>
  (column >= 26 ? letters(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26))

/** Number of rows joined into one string before encoding; longer strings cost far more garbage collection. */
const ROWS_AT_ONCE = 50
const MOST_BYTES_A_CHARACTER = 3

const decoder = new TextDecoder()

/** A range of rows of a part, and its position. */
export interface RowRange {
  /** Index in the part. */
  from: number
  count: number
  /** Line of the first row in its sheet, from 1. */
  line: number
}

/** A part with parsed values. */
export interface ReadPart {
  rows: number
  values: unknown[][]
  draws: Draw<unknown>[]
}

/** Creates the writer for the rows of a book. */
export function rowWriter({ columns: looks, clocks }: ExcelBook, shared: SharedNames) {
  const usual = looks.map((look) => drawOf(look, clocks, shared) as Draw<unknown>)
  const ids = looks.map(() => shared.named())
  const names = looks.map((_, column) => letters(column))
  let space = Buffer.alloc(0)
  const rowXml = ({ values, draws }: ReadPart, row: number, line: number) => {
    let xml = `<row r="${line}">`
    for (let column = 0; column < draws.length; column += 1) {
      const value = values[column]?.[row]
      const cell = value === null ? '' : draws[column]?.(value)
      if (cell) xml += `<c r="${names[column]}${line}"${cell}`
    }
    return `${xml}</row>`
  }
  return {
    read: ({ rows, columns }: ExcelPart): ReadPart => ({
      rows,
      values: columns.map(({ values }) => JSON.parse(decoder.decode(values)) as unknown[]),
      draws: columns.map(
        ({ names: own }, column) => (own ? ids[column]?.drawnWith(own) : usual[column]) as Draw<unknown>,
      ),
    }),
    /** Returns the bytes of the rows, which are valid until the next rows are written. */
    write: (part: ReadPart, { from, count, line }: RowRange): Buffer => {
      let at = 0
      for (let done = 0; done < count;) {
        let xml = ''
        for (const end = Math.min(done + ROWS_AT_ONCE, count); done < end; done += 1)
          xml += rowXml(part, from + done, line + done)
        const needed = at + xml.length * MOST_BYTES_A_CHARACTER
        if (needed > space.length) space = Buffer.concat([space.subarray(0, at)], needed * 2)
        at += space.write(xml, at)
      }
      return space.subarray(0, at)
    },
  }
}

/** The XML before the rows, with the header row, which stays in view. */
export function sheetHead({ columns, pinned = 0 }: ExcelBook): string {
  const widths = columns.map(({ width }, n) => `<col min="${n + 1}" max="${n + 1}" width="${width}" customWidth="1"/>`)
  const titles = columns.map(({ title }, column) => `<c r="${letters(column)}1" s="${style.head}"${text(title)}`)
  const moving = pinned > 0 ? 'bottomRight' : 'bottomLeft'
  const aside = pinned > 0 ? `xSplit="${pinned}" ` : ''
  const pane = `<pane ${aside}ySplit="1" topLeftCell="${letters(pinned)}2" activePane="${moving}" state="frozen"/>`
  return `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData><row r="1">${titles.join('')}</row>`
}

/** The XML after the rows, including the filter of the header row. */
export const sheetTail = (columns: number, rows: number) =>
  `</sheetData><autoFilter ref="A1:${letters(columns - 1)}${rows}"/></worksheet>`

const entry = (name: string, xml: string): ZipEntry => ({ name, pieces: [xml] })
const relationship = (n: number, type: string, target: string) =>
  `<Relationship Id="rId${n}" Type="${DOCUMENT}/${type}" Target="${target}"/>`
const relationships = (inside: string) =>
  `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${inside}</Relationships>`

/** The rest of the archive, written last because the number of sheets and the names are known only then. */
export function* partsAround({ name, clocks }: ExcelBook, sheets: number, shared: SharedNames): Generator<ZipEntry> {
  const numbers = Array.from({ length: sheets }, (_, index) => index + 1)
  const override = (part: string, type: string) =>
    `<Override PartName="/xl/${part}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`
  yield entry(
    '[Content_Types].xml',
    `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${override('workbook', 'sheet.main')}${override('styles', 'styles')}${override('sharedStrings', 'sharedStrings')}${numbers.map((n) => override(`worksheets/sheet${n}`, 'worksheet')).join('')}</Types>`,
  )
  yield entry('_rels/.rels', relationships(relationship(1, 'officeDocument', 'xl/workbook.xml')))
  const sheet = (n: number) =>
    `<sheet name="${escaped(n === 1 ? name : `${name} ${n}`)}" sheetId="${n}" r:id="rId${n}"/>`
  yield entry(
    'xl/workbook.xml',
    `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}"><sheets>${numbers.map(sheet).join('')}</sheets></workbook>`,
  )
  const links = numbers.map((n) => relationship(n, 'worksheet', `worksheets/sheet${n}.xml`))
  const names = relationship(sheets + 2, 'sharedStrings', 'sharedStrings.xml')
  yield entry(
    'xl/_rels/workbook.xml.rels',
    relationships([...links, relationship(sheets + 1, 'styles', 'styles.xml'), names].join('')),
  )
  yield entry('xl/sharedStrings.xml', shared.xml())
  yield entry('xl/styles.xml', styles(clocks))
}
