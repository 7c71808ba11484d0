import * as z from 'zod'
import { ImportRefused } from './refused.ts'

/** What a column of a file can be, with its Russian name and the headers it goes by (Jira, Redmine, Excel). */
export const importFields = {
  source_key: ['Ключ', 'issuekey', 'key', '#', '№', 'номер', 'номерзаявки', 'ключ', 'код', 'issueid', 'id'],
  e_title: ['Название', 'etitle', 'title', 'summary', 'subject', 'тема', 'название', 'заголовок', 'наименование'],
  text: ['Текст', 'text', 'description', 'описание', 'текст', 'содержание'],
  planned_time: [
    'Часы',
    'plannedtime',
    'storypoint',
    'storypoints',
    'customfield(storypoints)',
    'estimatedtime',
    'estimate',
    'hours',
    'часы',
    'оценка',
    'оценкавременныхзатрат',
    'оценкатрудозатрат',
    'трудоемкость',
    'плановыечасы',
  ],
  status: ['Статус', 'status', 'state', 'статус', 'состояние'],
  type: ['Тип', 'type', 'issuetype', 'tracker', 'тип', 'типзаявки', 'трекер'],
  priority: ['Приоритет', 'priority', 'приоритет'],
  urgency: ['Срочность', 'urgency', 'срочность'],
  isPaid: ['Платность', 'ispaid', 'paid', 'платная', 'платность'],
  created_at: ['Создана', 'createdat', 'created', 'создана', 'создано', 'датасоздания'],
  company: ['Компания', 'company', 'namecomp', 'client', 'компания', 'клиент', 'заказчик', 'организация'],
  module: ['Модуль', 'module', 'namemod', 'component', 'модуль', 'компонент', 'категория', 'category'],
} satisfies Record<string, [title: string, ...headers: string[]]>

export type ImportField = keyof typeof importFields
const fields = Object.keys(importFields) as ImportField[]
/** What the screen offers for each column. */
export const fieldTitles = fields.map((field) => ({ field, title: importFields[field][0] }))
const isField = (name: string): name is ImportField => Object.hasOwn(importFields, name)

/** Field → header of its column. */
export type Mapping = Partial<Record<ImportField, string>>

/** Headers are compared without case, spaces and signs, ё as е. */
const plain = (header: string) =>
  header
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[\s_.-]+/g, '')

const mappingSchema = z.partialRecord(z.enum(fields as [ImportField, ...ImportField[]]), z.string().max(500))

/** What the screen said: JSON of the same. @throws ImportRefused */
export function parseMapping(json: string): Mapping {
  try {
    return mappingSchema.parse(JSON.parse(json))
  } catch {
    throw new ImportRefused('Соответствие колонок не удалось прочитать')
  }
}

/** What `--map` said: `field=column`; an empty column leaves the field out. @throws ImportRefused */
export function readMapping(pairs: string[]): Mapping {
  return Object.fromEntries(
    pairs.map((pair) => {
      const [field = '', ...column] = pair.split('=')
      if (!isField(field) || column.length === 0) {
        throw new ImportRefused(`--map ${pair}: нужно поле=колонка, где поле одно из ${fields.join(', ')}`)
      }
      return [field, column.join('=').trim()]
    }),
  )
}

/**
 * Which column is which field: what was said now wins over what was remembered, that over the names
 * known here.
 * @throws ImportRefused when a named column is not in the file, or there is no title
 */
export function mapColumns(header: string[], said: Mapping, remembered: Mapping = {}): Mapping {
  const known = Object.fromEntries(fields.map((field) => [field, guess(header, field)]))
  const mapping: Mapping = { ...known, ...remembered, ...said }
  const refuse = (sentence: string) => {
    throw new ImportRefused(`${sentence}. Есть: ${header.join(', ')}`, { header, mapping })
  }
  const used = fields.flatMap((field) => (mapping[field] ? [[field, mapping[field]] as const] : []))
  const missing = used.find(([, column]) => indexOf(header, column) < 0)
  if (missing) refuse(`В файле нет колонки «${missing[1]}»`)
  if (!mapping.e_title) refuse('Не найдена колонка с названием заявки. Укажите, какая это колонка')
  if (!mapping.source_key) refuse('Не найдена колонка с ключом заявки. Укажите, какая это колонка')
  // An empty column is kept: remembered, it goes on leaving the field out.
  return Object.fromEntries(fields.flatMap((field) => (mapping[field] === undefined ? [] : [[field, mapping[field]]])))
}

/** The column of a field by the first of its names that is there. */
function guess(header: string[], field: ImportField): string | undefined {
  const [, ...names] = importFields[field]
  const plainHeader = header.map(plain)
  const name = names.find((one) => plainHeader.includes(one))
  return name === undefined ? undefined : header[plainHeader.indexOf(name)]
}

const indexOf = (header: string[], column: string) => header.map(plain).indexOf(plain(column))

/** Reads one field's cell out of a row; NULL, as databases write nothing, is nothing. */
export function cellReader(header: string[], mapping: Mapping) {
  const places = new Map(fields.map((field) => [field, mapping[field] ? indexOf(header, mapping[field]) : -1]))
  return (cells: string[], field: ImportField): string | undefined => {
    const place = places.get(field) ?? -1
    if (place < 0) return undefined
    const cell = (cells[place] ?? '').replaceAll('\0', '').trim()
    return cell === 'NULL' ? '' : cell
  }
}
