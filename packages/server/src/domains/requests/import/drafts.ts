import {
  readCompany,
  readHours,
  readModule,
  readMoment,
  readPaid,
  readPriority,
  readStatus,
  readType,
  readUrgency,
  WrongCell,
  type Lists,
} from './cells.ts'
import { cellReader, type ImportField, type Mapping } from './columns.ts'
import type { Table } from './file.ts'
import type { Tell } from './progress.ts'
import { spool, type Spool } from './spool.ts'
import type { TableRow } from './table.ts'

/** What a file says of one request; a field without a column, or an empty one without "none", is not there. */
export interface ImportedRow {
  e_title: string
  text?: string
  planned_time?: number | null
  status_id?: number
  type_id?: number
  priority?: number | null
  urgency?: number
  isPaid?: boolean
  created_at?: string
  idcomp?: number
  idmod?: number
}

export interface Draft {
  line: number
  source_key: string
  row: ImportedRow
}

export interface BadRow {
  line: number
  reason: string
}

export interface Drafts {
  drafts: Spool<Draft>
  bad: BadRow[]
  /** Rows taken with a change worth knowing. */
  notes: BadRow[]
}

type Cell = (field: ImportField) => string | undefined
const TITLE_LIMIT = 500
const KEY_LIMIT = 200
const LONG_TITLE = `название длиннее ${TITLE_LIMIT} символов: целиком оно в тексте заявки`

interface Target {
  folder: string
  emitChange: Tell
}

/**
 * Every row of the table as a draft or as a bad row with all that is wrong with it.
 * @param to where the drafts are kept, and who hears of each part
 */
export async function readDrafts(table: Table, mapping: Mapping, lists: Lists, to: Target): Promise<Drafts> {
  const { header, rows } = table
  const read = cellReader(header, mapping)
  const found: Omit<Drafts, 'drafts'> = { bad: [], notes: [] }
  const lineOf = new Map<string, number>()
  const check = ({ line, cells }: TableRow): Draft[] => {
    const cell: Cell = (field) => read(cells, field)
    const draft = readDraft(line, cell, lists)
    const reasons = [...widthReason(cells, header), ...(Array.isArray(draft) ? draft : keyReason(draft, lineOf))]
    if (Array.isArray(draft) || reasons.length > 0) {
      found.bad.push({ line, reason: reasons.join('; ') })
      return []
    }
    lineOf.set(draft.source_key, line)
    if (isLong(cell('e_title'))) found.notes.push({ line, reason: LONG_TITLE })
    return [draft]
  }
  async function* checked() {
    let done = 0
    for await (const part of rows.parts()) {
      yield part.flatMap(check)
      done += part.length
      await to.emitChange({ stage: 'checking', done, total: rows.count })
    }
  }
  return { drafts: await spool(to.folder, 'drafts', checked()), ...found }
}

const widthReason = (cells: string[], header: string[]) =>
  cells.length === header.length
    ? []
    : [`ячеек ${cells.length} вместо ${header.length}: проверьте кавычки и разделители`]

function keyReason({ source_key }: Draft, lineOf: Map<string, number>): string[] {
  const line = lineOf.get(source_key)
  return line === undefined ? [] : [`ключ «${source_key}» уже есть в строке ${line}`]
}

function readDraft(line: number, cell: Cell, lists: Lists): Draft | string[] {
  const source_key = cell('source_key') ?? ''
  const values = readValues(cell, lists)
  const title = (cell('e_title') ?? '').replace(/\s+/g, ' ')
  const reasons = [
    ...(source_key ? [] : ['нет ключа']),
    ...(source_key.length > KEY_LIMIT ? [`ключ длиннее ${KEY_LIMIT} символов`] : []),
    ...(title ? [] : ['нет названия']),
    ...Object.values(values).flatMap((value) => (value instanceof WrongCell ? [value.reason] : [])),
  ]
  if (reasons.length > 0) return reasons
  const row = withTitle(
    title,
    cell('text'),
    Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)),
  )
  return { line, source_key, row }
}

/** Fields by their columns. Nothing in a cell is "none" where a request may have none, else it says nothing. */
function readValues(cell: Cell, lists: Lists) {
  const orNone = <Value>(field: ImportField, reader: (text: string) => Value) => {
    const text = cell(field)
    return text === undefined ? undefined : text === '' ? null : reader(text)
  }
  const orNothing = <Value>(field: ImportField, reader: (text: string, lists: Lists) => Value) => {
    const text = cell(field)
    return text ? reader(text, lists) : undefined
  }
  return {
    planned_time: orNone('planned_time', readHours),
    priority: orNone('priority', readPriority),
    status_id: orNothing('status', readStatus),
    type_id: orNothing('type', readType),
    urgency: orNothing('urgency', readUrgency),
    isPaid: orNothing('isPaid', readPaid),
    created_at: orNothing('created_at', readMoment),
    idcomp: orNothing('company', readCompany),
    idmod: orNothing('module', readModule),
  }
}

const isLong = (title: string | undefined) => Array.from((title ?? '').replace(/\s+/g, ' ')).length > TITLE_LIMIT

/** A title over the limit is shortened, and stands whole at the head of the text: nothing is lost. */
function withTitle(title: string, text: string | undefined, row: object): ImportedRow {
  if (!isLong(title)) return { e_title: title, ...(text === undefined ? {} : { text }), ...row }
  const short = `${Array.from(title)
    .slice(0, TITLE_LIMIT - 1)
    .join('')
    .trimEnd()}…`
  return { e_title: short, text: text ? `${title}\n\n${text}` : title, ...row }
}
