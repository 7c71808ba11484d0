import { FIRST_DAY, LAST_DAY, zones } from '@vypusk/contract'
import { installationZone } from './clock.ts'
import type { ZipEntry } from './zip.ts'

/** The XML of a workbook (ECMA-376, part 1), limited to what Excel and similar programs need. */

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

export interface ExcelColumn<Row> {
  title: string
  /** In characters. */
  width: number
  cell: (row: Row) => Cell
}

export const CONTENT_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'

/** Indexes into cellXfs below. */
const style = { plain: 0, head: 1, day: 2, moment: 3, minutes: 4, link: 5 } as const
/** Index of the first style for moments; there is one for each clock. */
const CLOCKED = 6

const FIRST_YEAR = Number(FIRST_DAY.slice(0, 4))
const YEARS = Number(LAST_DAY.slice(0, 4)) - FIRST_YEAR + 1
interface Clocks {
  zone: string
  all: string[]
}
/** Remembered because every cell needs it; the zone of a process does not change. */
let known: Clocks | undefined

/**
 * Short names of all clocks that the installation has used and will use, in winter and in summer. Moments are shown
 * with theirs.
 */
function clocks(): Clocks {
  if (known) return known
  const zone = installationZone()
  const halves = Array.from({ length: YEARS * 2 }, (_, n) => Date.UTC(FIRST_YEAR + Math.floor(n / 2), (n % 2) * 6, 1))
  known = { zone, all: [...new Set(halves.map((at) => zones.clockAt(zone, at)))] }
  return known
}

/** Above the ids assigned by hand. */
const OWN_FORMATS = 170
const clockFormats = (all: string[]) =>
  all.map(
    (clock, n) => `<numFmt numFmtId="${OWN_FORMATS + n}" formatCode="dd\\.mm\\.yyyy\\ hh:mm\\ &quot;${clock}&quot;"/>`,
  )
const clockStyles = (all: string[]) => all.map((_, n) => `<xf numFmtId="${OWN_FORMATS + n}" applyNumberFormat="1"/>`)

const styles = () =>
  `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="${3 + clocks().all.length}"><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy"/><numFmt numFmtId="165" formatCode="dd\\.mm\\.yyyy\\ hh:mm"/>${clockFormats(clocks().all).join('')}<numFmt numFmtId="166" formatCode="[hh]:mm"/></numFmts><fonts count="3"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font><font><u/><sz val="11"/><color rgb="FF1F5FB8"/><name val="Calibri"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFEFF0F3"/></patternFill></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${CLOCKED + clocks().all.length}"><xf/><xf fontId="1" fillId="2" applyFont="1" applyFill="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/><xf numFmtId="166" applyNumberFormat="1"/><xf fontId="2" applyFont="1"/>${clockStyles(clocks().all).join('')}</cellXfs></styleSheet>`

/** Characters not allowed in XML 1.0: control characters, unpaired surrogates, and two noncharacters. */
const UNFIT = /(?![\t\n\r])\p{Cc}|\p{Cs}|[\ufffe\uffff]/gu
/** Excel would read `_x0041_` as the character with that code. */
const CODED = /_(?=x[0-9a-f]{4}_)/gi
const MARKS = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' } as const
/** The longest text that a cell can hold. */
const MOST_CHARACTERS = 32_767

const escaped = (text: string) =>
  text
    .slice(0, MOST_CHARACTERS)
    .replace(UNFIT, '')
    .replace(CODED, '_x005F_')
    .replace(/[&<>"]/g, (mark) => MARKS[mark as keyof typeof MARKS])

const DAY_MS = 86_400_000
/** Excel counts days from the end of 1899. */
const EPOCH = 25_569
const serial = (utc: number) => utc / DAY_MS + EPOCH

/** The local wall-clock time of a moment, to the minute. */
function wallClock(moment: string): number {
  const date = new Date(moment)
  return Math.floor((date.getTime() - date.getTimezoneOffset() * 60_000) / 60_000) * 60_000
}

function momentStyle(moment: string): number {
  const { zone, all } = clocks()
  const index = all.indexOf(zones.clockAt(zone, Date.parse(moment)))
  return index < 0 ? style.moment : CLOCKED + index
}

/** Letters of a column: A, B … Z, AA …; `column` counts from 0. */
const letters = (column: number): string =>
  (column >= 26 ? letters(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26))
const names = Array.from({ length: 100 }, (_, column) => letters(column))

/** The XML of one cell. Text is always written as text, whatever it begins with, so it is never taken for a formula. */
export function cellXml(value: Cell, column: number, row: number): string {
  if (value === null || value === '') return ''
  const place = `r="${names[column]}${row}"`
  if (typeof value === 'string') return textXml(place, value, style.plain)
  if (typeof value === 'number') return `<c ${place}><v>${value}</v></c>`
  if ('day' in value) return numberXml(place, style.day, serial(Date.parse(value.day)))
  if ('moment' in value) return numberXml(place, momentStyle(value.moment), serial(wallClock(value.moment)))
  if ('minutes' in value) return numberXml(place, style.minutes, value.minutes / (24 * 60))
  const formula = escaped(`HYPERLINK("${value.href.replaceAll('"', '""')}",${value.number})`)
  return `<c ${place} s="${style.link}"><f>${formula}</f><v>${value.number}</v></c>`
}

const numberXml = (place: string, kind: number, value: number) => `<c ${place} s="${kind}"><v>${value}</v></c>`
const textXml = (place: string, text: string, kind: number) =>
  `<c ${place} s="${kind}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`

/** The XML before the rows, with the header row frozen. */
export function sheetHead<Row>(columns: ExcelColumn<Row>[]): string {
  const widths = columns.map(({ width }, n) => `<col min="${n + 1}" max="${n + 1}" width="${width}" customWidth="1"/>`)
  const titles = columns.map(({ title }, column) => textXml(`r="${names[column]}1"`, title, style.head))
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
  return `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData><row r="1">${titles.join('')}</row>`
}

/** The XML after the rows, including the filter of the header row. */
export const sheetTail = (columns: number, rows: number) =>
  `</sheetData><autoFilter ref="A1:${names[columns - 1]}${rows}"/></worksheet>`

const entry = (name: string, xml: string): ZipEntry => ({ name, pieces: [xml] })
const relationship = (n: number, type: string, target: string) =>
  `<Relationship Id="rId${n}" Type="${DOCUMENT}/${type}" Target="${target}"/>`
const relationships = (inside: string) =>
  `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${inside}</Relationships>`

/** The other files of the archive; the number of sheets is only known at the end. */
export function* partsAround(name: string, sheets: number): Generator<ZipEntry> {
  const numbers = Array.from({ length: sheets }, (_, index) => index + 1)
  const override = (part: string, type: string) =>
    `<Override PartName="/xl/${part}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`
  yield entry(
    '[Content_Types].xml',
    `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${override('workbook', 'sheet.main')}${override('styles', 'styles')}${numbers.map((n) => override(`worksheets/sheet${n}`, 'worksheet')).join('')}</Types>`,
  )
  yield entry('_rels/.rels', relationships(relationship(1, 'officeDocument', 'xl/workbook.xml')))
  const sheet = (n: number) =>
    `<sheet name="${escaped(n === 1 ? name : `${name} ${n}`)}" sheetId="${n}" r:id="rId${n}"/>`
  yield entry(
    'xl/workbook.xml',
    `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}"><sheets>${numbers.map(sheet).join('')}</sheets></workbook>`,
  )
  const links = numbers.map((n) => relationship(n, 'worksheet', `worksheets/sheet${n}.xml`))
  yield entry(
    'xl/_rels/workbook.xml.rels',
    relationships([...links, relationship(sheets + 1, 'styles', 'styles.xml')].join('')),
  )
  yield entry('xl/styles.xml', styles())
}
