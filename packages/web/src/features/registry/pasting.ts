import { isLongerThan, nameAmong, type registry } from '@vypusk/contract'
import { parseDay } from '../../ui/typed-day.ts'
import { readDuration } from '../../ui/duration.ts'
import type { Choices, Entry } from './api.ts'
import { changeOf, sameValue } from './changes.ts'
import type { EntryChange } from './changes.ts'
import { cellsOf } from './spreadsheet.ts'

/** Pasted cells and their place, before anything is saved. */
export interface Pasted {
  column: string
  rows: Entry[]
  lines: string[]
}

type Read = { fault: string } | { after: Entry[registry.Field] }
type Reader = (text: string, row: Entry, choices: Choices) => Read

interface NamedOption {
  id: number
  name: string
}

/**
 * Finds an option by name, ignoring case; an empty text means nobody. Namesakes are found by the names that tell them
 * apart, which is how a cell copies them.
 */
function named(text: string, options: readonly NamedOption[], what: string): Read {
  if (text === '') return { after: null }
  const isSame = (name: string) => name.toLowerCase() === text.toLowerCase()
  const found = options.find((one) => isSame(nameAmong(options, one)))
  if (found) return { after: { id: found.id, name: found.name } }
  const namesakes = options.filter(({ name }) => isSame(name)).map((one) => nameAmong(options, one))
  if (namesakes.length > 1) return { fault: `${what} «${text}» не один: ${namesakes.join(', ')}` }
  return { fault: `${what} «${text}» не найден` }
}

/** A title has one line; in a cell of a spreadsheet it may have been broken into several. */
const inOneLine = (text: string) => text.replace(/\s+/g, ' ')

const readPriority = (text: string): Read => {
  if (text === '') return { after: null }
  return /^[1-4]$/.test(text) ? { after: Number(text) } : { fault: 'Приоритет: число от 1 до 4 или пусто' }
}
const readDay = (text: string): Read => {
  const day = text === '' ? null : parseDay(text)
  return day === null && text !== '' ? { fault: 'Дата: ДД.ММ.ГГГГ' } : { after: day }
}
const readHours = (text: string): Read => {
  const read = readDuration(text)
  return read.fault === null ? { after: read.minutes } : read
}
const readStep = (text: string, choices: Choices): Read =>
  text === '' ? { fault: 'Этап не может быть пустым' } : named(text, choices.steps, 'Этап')

const readers: Partial<Record<string, Reader>> = {
  title: (text) => (text === '' ? { fault: 'Название не может быть пустым' } : { after: inOneLine(text) }),
  description: (text) => ({ after: text }),
  priority: readPriority,
  due_date: readDay,
  planned_time: readHours,
  step: (text, _row, choices) => readStep(text, choices),
  responsible: (text, { company }, { responsibles }) =>
    named(
      text,
      responsibles.filter(({ idcomp }) => idcomp === company.idcomp),
      'Ответственный',
    ),
  boss: (text, _row, { bosses }) => named(text, bosses, 'Руководитель'),
}

/** One pasted line and its row: the change it makes, or why it makes none. */
export interface PastedLine {
  row: Entry
  text: string
  fault: string | null
  change: EntryChange | null
}

/**
 * Applies pasted lines to the rows they fall on.
 * @param can returns true, or why the row's value may not be changed
 */
export function readPaste(
  { column, rows, lines }: Pasted,
  choices: Choices,
  can: (row: Entry) => true | string,
): PastedLine[] {
  const reader = readers[column]
  if (!reader) return []
  return rows.slice(0, lines.length).map((row, index) => {
    const text = lines[index] ?? ''
    const allowed = can(row)
    const read: Read = allowed === true ? reader(text, row, choices) : { fault: allowed }
    if ('fault' in read) return { row, text, fault: read.fault, change: null }
    const field = column as registry.Field
    const isSame = sameValue(row[field], read.after)
    return { row, text, fault: null, change: isSame ? null : changeOf(row, field, read.after) }
  })
}

/** One line with a new entry: title, description, priority and due date, in the order of the spreadsheet. */
export interface NewLine {
  title: string
  description: string
  priority: number | null
  due_date: string | null
  fault: string | null
}

const MAX_TITLE = 500
const titleFault = (title: string): string | null => {
  if (title === '') return 'Нет названия'
  return isLongerThan(title, MAX_TITLE) ? `Название длиннее ${MAX_TITLE} символов` : null
}
const faultOf = (read: Read): string | null => ('fault' in read ? read.fault : null)

function readNew([name = '', description = '', priority = '', due = '']: string[]): NewLine {
  const title = inOneLine(name)
  const fault = titleFault(title) ?? faultOf(readPriority(priority)) ?? faultOf(readDay(due))
  return { title, description, priority: Number(priority) || null, due_date: parseDay(due), fault }
}

/** Reads rows of a spreadsheet as new entries; empty ones are skipped. */
export const readNewLines = (text: string): NewLine[] =>
  cellsOf(text)
    .filter((cells) => cells.some((cell) => cell !== ''))
    .map(readNew)
