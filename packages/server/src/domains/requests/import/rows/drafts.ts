import { cutTo, isLongerThan, isVisible, requests } from '@vypusk/contract'
import { inShort, visibleLine } from '../characters.ts'
import type { ImportedRow } from '../../rules.ts'
import type { ImportField } from './columns.ts'
import { readMoment, type DateOrder } from './dates.ts'
import type { Reading } from './forms.ts'
import { readComments, sumOf, type Comment } from './comments.ts'
import { readEstimate, type Unit } from './estimates.ts'
import type { Table } from '../file/file.ts'
import type { Keys } from './keys.ts'
import { readFiles, type NamedFile } from './named-files.ts'
import { readOrigin } from './origin.ts'
import type { ReportProgress } from '../progress.ts'
import { spool, type Spool } from '../spool.ts'
import type { TableRow } from '../file/table.ts'
import { wordOf } from '../words/values.ts'
import { isPrivate } from '../words/words.ts'

export interface Draft {
  line: number
  source_key: string
  row: ImportedRow
  /** The comments from the other system, oldest first. */
  comments: Comment[]
  files: NamedFile[]
}

export interface BadRow {
  line: number
  reason: string
}

export interface Drafts {
  drafts: Spool<Draft>
  /** The first rows that cannot be imported, as many as a report lists. */
  bad: BadRow[]
  bad_count: number
  /** The first rows that were imported with a change to report. */
  notes: BadRow[]
  notes_count: number
  /** The first rows, with the drafts made from them. */
  first: { cells: string[]; draft: Draft }[]
  /** The latest day on which requests of a version are due, by the version's word in the file. */
  dues: Map<string, string>
}

/** A cell that cannot be imported, with its field and the reason. */
class WrongCell {
  readonly field: ImportField
  readonly reason: string
  constructor(field: ImportField, reason: string) {
    this.field = field
    this.reason = reason
  }
}

type Cell = (field: ImportField) => string | undefined
const TITLE_LIMIT = 500
const KEY_LIMIT = 200
const LONG_TITLE = `название длиннее ${TITLE_LIMIT} символов: целиком оно в тексте заявки`
const PREVIEWED = 3
/** The option of `isPaid` that means paid. */
const PAID = 1

interface Target {
  folder: string
  keys: Keys
  emitChange: ReportProgress
}

/**
 * Converts every row of the table to a draft, or to a bad row with all its errors.
 * @param to where the drafts are stored, and the function that reports progress
 */
export async function readDrafts(table: Table, reading: Reading, to: Target): Promise<Drafts> {
  const { header, rows } = table
  const found: Omit<Drafts, 'drafts'> = { bad: [], bad_count: 0, notes: [], notes_count: 0, first: [], dues: new Map() }
  const refuse = (line: number, reasons: string[]) => {
    found.bad_count += 1
    if (found.bad.length < requests.MAX_NAMED_ROWS) found.bad.push({ line, reason: reasons.join('; ') })
    return []
  }
  const take = (draft: Draft, cells: string[]) => {
    const cell: Cell = (field) => reading.rows.one(cells, field)
    if (isLong(cell('e_title'))) note(found, draft.line)
    noteDue(found.dues, cell('version'), draft.row.origin?.due)
    if (found.first.length < PREVIEWED) found.first.push({ cells, draft })
    return [draft]
  }
  const check = async (part: TableRow[]): Promise<Draft[]> => {
    const read = part.map((row) => ({ ...row, draft: readRow(row, header, reading) }))
    const before = await to.keys.claim(read.flatMap(({ draft }) => (Array.isArray(draft) ? [] : [draft])))
    return read.flatMap(({ line, cells, draft }) => {
      if (Array.isArray(draft)) return refuse(line, draft)
      const first = before.get(line)
      return first === undefined ? take(draft, cells) : refuse(line, [keyReason(draft, first, reading)])
    })
  }
  async function* checked() {
    let done = 0
    for await (const part of rows.parts()) {
      yield await check(part)
      done += part.length
      await to.emitChange({ stage: 'checking', done, total: rows.count })
    }
  }
  return { drafts: await spool(to.folder, 'drafts', checked()), ...found }
}

/** Converts a row to a draft, or to all errors that can be found in the row by itself. */
function readRow({ line, cells }: TableRow, header: string[], reading: Reading): Draft | string[] {
  const draft = readDraft(line, (field) => reading.rows.one(cells, field), { cells, reading })
  const reasons = [...widthReason(cells, header), ...(Array.isArray(draft) ? draft : [])]
  return reasons.length > 0 ? reasons : draft
}

function note(found: Pick<Drafts, 'notes' | 'notes_count'>, line: number) {
  found.notes_count += 1
  if (found.notes.length < requests.MAX_NAMED_ROWS) found.notes.push({ line, reason: LONG_TITLE })
}

/** The most versions whose due days are kept: releases are created from only a few of them. */
const MOST_DUES = 20_000

function noteDue(dues: Drafts['dues'], version: string | undefined, due: string | undefined) {
  if (!version || !due) return
  const word = wordOf(version)
  const known = dues.get(word)
  if (known === undefined ? dues.size < MOST_DUES : due > known) dues.set(word, due)
}

const widthReason = (cells: string[], header: string[]) =>
  cells.length === header.length
    ? []
    : [`ячеек ${cells.length} вместо ${header.length}: проверьте кавычки и разделители`]

/** The reason with the column that it is about: in the file it may have another name than the field has here. */
function inColumn(field: ImportField, reason: string, { rows }: Reading): string {
  const header = visibleLine(rows.header(field) ?? '')
  return header === '' ? reason : `${reason} (колонка «${inShort(header)}»)`
}

const keyReason = ({ source_key }: Draft, line: number, reading: Reading) =>
  inColumn('source_key', `ключ «${source_key}» уже есть в строке ${line}`, reading)

/** A title as people see it on one line, as everywhere here; empty if there is nothing to see. */
export function titleIn(cell: string | undefined): string {
  const title = visibleLine(cell ?? '')
  return isVisible(title) ? title : ''
}

function readDraft(
  line: number,
  cell: Cell,
  { cells, reading }: { cells: string[]; reading: Reading },
): Draft | string[] {
  const source_key = visibleLine(cell('source_key') ?? '')
  const values = readFields(cell, reading)
  const title = titleIn(cell('e_title'))
  const wrong = [
    ...(source_key ? [] : [new WrongCell('source_key', 'нет ключа')]),
    ...(isLongerThan(source_key, KEY_LIMIT) ? [new WrongCell('source_key', `ключ длиннее ${KEY_LIMIT} символов`)] : []),
    ...(title ? [] : [new WrongCell('e_title', 'нет названия')]),
    ...Object.values(values).filter((value) => value instanceof WrongCell),
  ]
  if (wrong.length > 0) return wrong.map(({ field, reason }) => inColumn(field, reason, reading))
  const comments = commentsOf(cells, reading)
  const files = readFiles(cells, reading.rows, isPrivate(cell('private') ?? ''))
  const origin = readOrigin(cells, reading, files)
  const filled = { ...values, origin, comments: comments.length > 0 ? comments.map(sumOf) : undefined }
  const row = withTitle(
    title,
    cell('text'),
    Object.fromEntries(Object.entries(filled).filter(([, value]) => value !== undefined)),
  )
  return { line, source_key, row, comments, files }
}

/** The comments of a row, including those not visible to everybody. */
function commentsOf(cells: string[], reading: Reading): Comment[] {
  const commentsIn = (field: ImportField) => readComments(reading.rows.all(cells, field), reading)
  const own = commentsIn('private_comments').map((comment) => ({ ...comment, isPrivate: true as const }))
  const isClosed = isPrivate(reading.rows.one(cells, 'private') ?? '')
  const all = commentsIn('comments').map((comment) => (isClosed ? { ...comment, isPrivate: true as const } : comment))
  return [...all, ...own].toSorted((a, b) => (a.at ?? '').localeCompare(b.at ?? ''))
}

/** The company of a row; for a row that was not visible to everybody, the company without people. */
const companyOf = (cell: Cell, { values, closed }: Reading) => {
  if (closed !== undefined && isPrivate(cell('private') ?? '')) return closed
  const word = cell('company')
  return word ? values.read('company', word) : undefined
}

/**
 * Reads fields from their columns. An empty cell means "none" for fields that may be empty, otherwise the field is left
 * out.
 */
function readFields(cell: Cell, reading: Reading) {
  const { values, order, unit, zone } = reading
  const value = (field: requests.ValueField) => {
    const word = cell(field)
    return word ? values.read(field, word) : undefined
  }
  const paid = value('isPaid')
  const idcomp = companyOf(cell, reading)
  const author = value('author')
  return {
    planned_time: hoursOf(cell('planned_time'), unit),
    // «Без приоритета» means none.
    priority: cell('priority') === '' ? null : noneForZero(value('priority')),
    status_id: value('status'),
    type_id: value('type'),
    urgency: value('urgency'),
    isPaid: paid === undefined ? undefined : paid === PAID,
    created_at: createdAt(cell('created_at'), order, zone),
    idcomp,
    idmod: value('module'),
    author_id: author === undefined ? undefined : reading.accountIn(author, idcomp ?? reading.company),
    release_id: value('version'),
  }
}

const noneForZero = (value: number | undefined) => (value === 0 ? null : value)

function hoursOf(cell: string | undefined, unit: Unit) {
  if (!cell) return cell === undefined ? undefined : null
  const minutes = readEstimate(cell, unit)
  return typeof minutes === 'string' ? new WrongCell('planned_time', minutes) : minutes
}

function createdAt(cell: string | undefined, order: DateOrder, zone: string) {
  if (!cell) return undefined
  const wrong = `дата «${inShort(cell)}»: нужно ДД.ММ.ГГГГ или ГГГГ-ММ-ДД, 2000…2100`
  return readMoment(cell, order, zone) ?? new WrongCell('created_at', wrong)
}

const isLong = (title: string | undefined) => isLongerThan(titleIn(title), TITLE_LIMIT)

/** Shortens a title over the limit and puts the whole title at the beginning of the text, so that nothing is lost. */
function withTitle(title: string, text: string | undefined, row: object): ImportedRow {
  if (!isLong(title)) return { e_title: title, ...(text === undefined ? {} : { text }), ...row }
  const short = `${cutTo(title, TITLE_LIMIT - 1).trimEnd()}…`
  return { e_title: short, text: text ? `${title}\n\n${text}` : title, ...row }
}
